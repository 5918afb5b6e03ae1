"""The browser's files (JavaScript, style sheets, HTML, icon) as they are sent, and the routes that send them."""
