/** A page has been drawn when it has a heading, or says why it has none. */
const IS_DRAWN = 'h1, [role="alert"]';

/**
 * Takes away the picture of the page that came with its document (src/console-document.ts), as soon as the page itself
 * is drawn below it.
 */
export function replaceFirstPicture(root: Element): void {
  const picture = document.getElementById('first-picture');
  if (!picture) return;
  const observer = new MutationObserver(() => {
    if (!root.querySelector(IS_DRAWN)) return;
    picture.remove();
    observer.disconnect();
  });
  observer.observe(root, { childList: true, subtree: true });
}
