"""The files for browsers (JavaScript, style sheets, HTML, icon), and the routes that serve them."""
