// Installs the service worker, so that rules and drills can be read without a connection.

/** Milliseconds before it is installed. The page's own requests come first. */
const LATER = 3000;

/** Install it when the page has time. Browsers allow that only over HTTPS, and on this machine. */
export function installWorker(later = LATER) {
  if (!navigator.serviceWorker || !isSecureContext) return;
  const install = async () => {
    try {
      await navigator.serviceWorker.register("/sw.js", { scope: "/", updateViaCache: "none" });
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage("store rules");
    } catch {
      // The pages work without it, as long as there is a connection.
    }
  };
  setTimeout(install, later);
}
