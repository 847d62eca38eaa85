/** The process must not serve; the message says why and what the operator can do. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}
