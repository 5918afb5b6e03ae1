// Browsers refuse to start a worker from a file. When the site is opened from disk, run the search in a hidden frame.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(url) {
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.documentElement.append(this.frame);
      const inner = this.frame.contentWindow;
      // A worker gets copies, never the page's own objects.
      inner.postMessage = (data) => setTimeout((copy) => this.onmessage?.({ data: copy }), 0, structuredClone(data));
      const script = inner.document.createElement("script");
      script.src = new URL(url, document.baseURI);
      this.ready = new Promise((done, failed) => {
        script.onload = done;
        script.onerror = failed;
      });
      inner.document.documentElement.append(script);
    }

    postMessage(data) {
      const inner = this.frame.contentWindow;
      const copy = structuredClone(data);
      this.ready.then(
        () => inner.dispatchEvent(new MessageEvent("message", { data: copy })),
        (error) => this.onerror?.(error),
      );
    }

    terminate() {
      this.frame.remove();
    }
  };
}
