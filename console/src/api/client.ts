import { OpenRequests, type TryEnd } from '../rules/open-requests';
import { OPERATIONS } from './operations.gen';
import { noAnswer, Problem, problemOf } from './problem';
import type { operations } from './types.gen';

export type OperationId = keyof typeof OPERATIONS & keyof operations;

type Body<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer B } };
}
  ? B
  : never;
type Query<Id extends OperationId> = operations[Id]['parameters'] extends { query?: infer Q } ? Q : never;
type Path<Id extends OperationId> = operations[Id]['parameters'] extends { path: infer P } ? P : never;
type Ok<Id extends OperationId> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': { data?: infer D } } } };
}
  ? D
  : unknown;

/** An answer that may be a file has rows in its other form. */
type RowOf<A> = A extends { data: (infer R)[] } ? R : A extends (infer R)[] ? R : never;

/** The `data` of an operation's answer. */
export type Answer<Id extends OperationId> = NonNullable<Ok<Id>>;
/** A row of a list's answer. */
export type Row<Id extends OperationId> = RowOf<Answer<Id>>;
/** The body of a request. */
export type BodyOf<Id extends OperationId> = Body<Id>;

/** True for an operation that compares the version that was read, by the header `If-Match`. */
export type IsVersioned<Id extends OperationId> = [HeaderOf<Id>] extends [never]
  ? false
  : 'if-match' extends keyof HeaderOf<Id>
    ? true
    : false;
type HeaderOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['header']>;

/** The parts of a request; all of them are optional here, the server refuses what is missing. */
export interface Input {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Sent as `request-reference`: a repetition gets the first answer. */
  reference?: string;
  /** The version that was read, for `If-Match`. */
  version?: number | string;
  /** True for what no person has just asked for: it does not keep the session alive. */
  isBackground?: boolean;
  signal?: AbortSignal;
}

/** A typed form of `Input`. */
export interface TypedInput<Id extends OperationId> extends Omit<Input, 'path' | 'query' | 'body'> {
  path?: { [Name in keyof Path<Id>]: string | number };
  query?: Partial<Record<keyof NonNullable<Query<Id>>, unknown>>;
  body?: Body<Id>;
}

const BASE = '/api/admin/v1/';

/** How the application reacts to an ended session and to a demand for a recent proof; set when it starts. */
export const reactions: {
  sessionEnded: () => void;
  /** Asks the person for a proof; true when it was given. */
  proveAgain: (code: string) => Promise<boolean>;
} = { sessionEnded: () => undefined, proveAgain: () => Promise.resolve(false) };

/** The address of an operation with its path and query. */
export function addressOf(id: keyof typeof OPERATIONS, { path = {}, query = {} }: Input = {}): string {
  const filled = OPERATIONS[id][1].replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name] ?? '')),
  );
  const kept = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
  return `${BASE}${filled}${text && `?${text}`}`;
}

/** The permission that an operation needs; null where every member of staff may call it. */
export function permissionOf(id: keyof typeof OPERATIONS): string | null {
  return OPERATIONS[id][2];
}

/**
 * Addresses of reads that the document of the page names (src/console-document.ts). The browser has their first answers
 * for the same, plain request.
 */
const preloaded = new Set(
  [...document.querySelectorAll('link[rel="preload"][as="fetch"]')].map((link) => link.getAttribute('href')),
);

/** The answer to the read of the page's record, where the document has it; it is used once. */
function firstAnswer(address: string): string | null {
  const element = document.getElementById('first-answer');
  if (element?.dataset.address !== address) return null;
  element.remove();
  return element.textContent;
}

function headersOf({ body, reference, version, isBackground }: Input): Record<string, string> {
  return {
    'x-corebank-console': '1',
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(reference !== undefined && { 'request-reference': reference }),
    ...(version !== undefined && { 'if-match': `"${version}"` }),
    ...(isBackground && { 'x-background': '1' }),
  };
}

async function send(
  id: keyof typeof OPERATIONS,
  input: Input,
): Promise<{ status: number; data: unknown; message: string }> {
  const address = addressOf(id, input);
  const inDocument = OPERATIONS[id][0] === 'get' ? firstAnswer(address) : null;
  if (inDocument !== null) return { status: 200, ...(JSON.parse(inDocument) as { data: unknown; message: string }) };
  const response = await fetch(address, {
    method: OPERATIONS[id][0].toUpperCase(),
    headers: preloaded.delete(address) ? {} : headersOf(input),
    credentials: 'same-origin',
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    signal: input.signal,
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw noAnswer(OPERATIONS[id][0] === 'get' ? 'read' : input.reference === undefined ? 'write' : 'repeatable');
  });
  const text = await response.text();
  if (!response.ok) throw problemOf(response.status, text, response.headers.get('x-correlation-id'));
  const { data, message } = JSON.parse(text) as { data: unknown; message: string };
  return { status: response.status, data, message };
}

/** The answer of an operation. `isWaiting`: accepted, but another member of staff must decide first (202). */
export interface Outcome<Data> {
  data: Data;
  message: string;
  isWaiting: boolean;
}

/**
 * Calls an operation that changes something. A demand for a recent proof is answered by asking the person; then the
 * same request is sent once more.
 * @throws Problem
 */
export async function act<Id extends OperationId>(id: Id, input: TypedInput<Id> = {}): Promise<Outcome<Answer<Id>>> {
  const request = input as Input;
  const sent = await send(id, request).catch(async (error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'STEP_UP_REQUIRED' && (await reactions.proveAgain(error.code))) return send(id, request);
    if (error.status === 401) {
      // The reads that the document names were refused too; without this they would be refused after the next sign-in.
      preloaded.clear();
      reactions.sessionEnded();
    }
    throw error;
  });
  return { data: sent.data as Answer<Id>, message: sent.message, isWaiting: sent.status === 202 };
}

/** Reads with an operation. @throws Problem */
export async function read<Id extends OperationId>(id: Id, input: TypedInput<Id> = {}): Promise<Answer<Id>> {
  return (await act(id, input)).data;
}

const openRequests = new OpenRequests(newReference);

/** The operation, path and body of a request, without the version that was read. */
const askedFor = (id: OperationId, { path, body }: Input): unknown => [id, path, body];

/**
 * Calls an operation that must count once. While it is not known whether it was carried out, the same request carries
 * the same reference, also from a form that was opened anew.
 * @throws Problem
 */
export async function actOnce<Id extends OperationId>(
  id: Id,
  input: Omit<TypedInput<Id>, 'reference'>,
): Promise<Outcome<Answer<Id>>> {
  const asked = askedFor(id, input);
  const reference = openRequests.begin(asked);
  let end: TryEnd = 'settled';
  try {
    return await act(id, { ...input, reference });
  } catch (error) {
    end = endOf(error);
    throw error;
  } finally {
    openRequests.end(asked, end);
  }
}

function endOf(error: unknown): TryEnd {
  if (!(error instanceof Problem) || error.isUnknown) return 'unknown';
  return error.isStored ? 'settled' : 'refused';
}

/** True while it is not known whether a request of `actOnce` was carried out. */
export function isInDoubt(id: OperationId, input: Input): boolean {
  return openRequests.isInDoubt(askedFor(id, input));
}

/** Forgets which requests are in doubt: they are of the person who has signed out. */
export function forgetRequests(): void {
  openRequests.clear();
}

/** A reference for one act of a person; a repetition of the act carries the same. */
export function newReference(): string {
  return `console-${crypto.randomUUID()}`;
}

/** The reference for the next try of an act: another one only after a failure that is stored under this one. */
export function referenceAfter(failure: unknown, reference: string): string {
  return failure instanceof Problem && failure.isStored ? newReference() : reference;
}
