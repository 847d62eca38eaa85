/** Does work after the browser has drawn what a click or key has changed already: the person sees it answered. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
