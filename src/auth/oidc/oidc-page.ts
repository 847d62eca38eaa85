/**
 * The page between the provider and the console. A redirect would still be a navigation from the provider's site, to
 * which browsers do not send the console's `Strict` cookie; a page of this site moves on by itself.
 *
 * @param path below the console, of the signs that `consolePath` lets through or our own.
 */
export function movingPage(path: string): string {
  const address = `/console${path}`.replaceAll('&', '&amp;');
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signing in</title>` +
    `<meta http-equiv="refresh" content="0;url=${address}"></head>` +
    `<body><p><a href="${address}">Go on to the console</a></p></body></html>`
  );
}
