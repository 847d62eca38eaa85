/** The service understood the request and did not do it. Nothing has moved. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /**
   * @param status HTTP status
   * @param code stable code, such as `INSUFFICIENT_FUNDS` (docs/api/errors.md)
   * @param data the further facts of the answer, such as `errors` or `rejection`
   */
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly data: Record<string, unknown>,
  ) {
    super(message);
  }
}

/**
 * No answer tells whether the movement was done. Nobody may send it under another reference; `outcome` can be asked for
 * again later with the same one.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';

  constructor(
    readonly reference: string,
    cause: unknown,
  ) {
    super(`The outcome of ${reference} is unknown; ask again with this reference.`, { cause });
  }
}

/** The refusal in an answer; also when its body is no JSON, as from a proxy. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const body = (await response.json().catch(() => ({}))) as { message?: string; data?: Record<string, unknown> };
  const data = body.data ?? {};
  const code = typeof data.statusCode === 'string' ? data.statusCode : `HTTP_${response.status}`;
  return new Refusal(response.status, code, body.message ?? `The service answered ${response.status}.`, data);
}
