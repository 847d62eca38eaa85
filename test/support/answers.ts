import type { Response } from 'supertest';

/** `data` of an answer. @throws when the answer has another status, with its text, so that the test shows why. */
export function dataOf<Data>(response: Response, status = 200): Data {
  if (response.status !== status) throw new Error(`Expected ${status}, got ${response.status}: ${response.text}`);
  return (response.body as { data: Data }).data;
}

/** Status and error code of a refusal. */
export function refusalOf({ status, body }: Response): { status: number; code: string } {
  return { status, code: (body as { data: { statusCode: string } }).data.statusCode };
}

/** Status and error code as a pair, for tables of expectations; the code is undefined for a success. */
export function codeOf({ status, body }: Response): [status: number, code: string | undefined] {
  return [status, (body as { data: { statusCode?: string } }).data.statusCode];
}

/** The fields that a 400 names. */
export function fieldsOf({ body }: Response): string[] {
  return (body as { data: { errors?: { field: string }[] } }).data.errors?.map(({ field }) => field) ?? [];
}

/** Status, error code and named fields of a refusal. */
export function refusalWithFieldsOf(response: Response): { status: number; code: string; fields: string[] } {
  return { ...refusalOf(response), fields: fieldsOf(response) };
}
