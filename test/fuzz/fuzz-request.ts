import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { FieldName } from '../matrix/declared-routes';
import { probesOf } from '../matrix/field-kinds';
import type { House } from '../matrix/house';
import type { Draft } from '../matrix/requests';
import { hasValidRequest, validRequest } from '../matrix/valid-requests';
import { freshReference } from '../support/app';
import type { DocumentedRoute, Steps } from './documented-routes';
import { exampleOf, RawJson } from './hostile-values';

/** One thing that is done to a right request. */
export type Mutation =
  | { kind: 'set'; steps: Steps; value: unknown }
  | { kind: 'drop'; steps: Steps }
  /** A query parameter sent again. */
  | { kind: 'repeat'; name: string; value: unknown }
  /** The text of the whole body. */
  | { kind: 'text'; text: string }
  /** Text appended to the address. */
  | { kind: 'address'; suffix: string }
  | { kind: 'header'; name: string; value: string | undefined };

/** The request as it is sent. */
export interface WireRequest {
  method: string;
  address: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

type Parts = Record<'path' | 'query', Record<string, unknown>> & { body?: unknown };

/** Name of a field in the tables of the matrix: `body.entries[].account`. */
export const fieldName = (steps: Steps): FieldName =>
  steps.map((step, index) => (step === 0 ? '[]' : index === 0 ? step : `.${step}`)).join('') as FieldName;

/**
 * A request that is right as far as the matrix and the document tell, about the records of `house`.
 * @param mutations that will be done to it: some right requests depend on the field that is changed.
 */
function rightRequest(route: DocumentedRoute, house: House, mutations: Mutation[]): Parts {
  const [first] = mutations.filter(
    (mutation) =>
      (mutation.kind === 'set' || mutation.kind === 'drop') &&
      mutation.steps[0] === 'body' &&
      mutation.steps.length > 1,
  ) as Extract<Mutation, { steps: Steps }>[];
  const { declared } = route;
  const made: Draft = hasValidRequest(declared)
    ? validRequest(declared, house, first ? fieldName(first.steps) : 'body.')
    : {};
  const parts: Parts = { path: { ...made.path }, query: { ...made.query } };
  if (route.body) parts.body = structuredClone(made.body ?? {});
  for (const { steps, schema, required } of route.places) {
    if (steps[0] === 'body' ? made.body !== undefined : !required) continue;
    const holder = holderOf(parts, steps, false);
    const last = steps.at(-1)!;
    // The fields of an optional object that is left out are left out too.
    if (holder === undefined || !required || holder[last] !== undefined) continue;
    const [probe] = probesOf(declared, fieldName(steps)) ?? [];
    holder[last] = probe
      ? house.ids[probe.kind]
      : last === 'referenceNumber'
        ? freshReference('FZ')
        : schema.properties && steps[0] === 'body'
          ? {}
          : schema.items
            ? []
            : exampleOf(schema);
  }
  return parts;
}

/** The object or array that a place is in; made on the way when it is not there. */
function holderOf(parts: Parts, steps: Steps, make: boolean): Record<string | number, unknown> | undefined {
  let holder = parts as Record<string | number, unknown>;
  for (const [index, step] of steps.slice(0, -1).entries()) {
    const next = holder[step];
    if (typeof next !== 'object' || next === null || next instanceof RawJson) {
      if (!make) return undefined;
      holder[step] = steps[index + 1] === 0 ? [] : {};
    }
    holder = holder[step] as Record<string | number, unknown>;
  }
  return holder;
}

/** The right request of a route with mutations done to it, as it goes over the wire. */
export function wireRequest(route: DocumentedRoute, house: House, mutations: Mutation[]): WireRequest {
  const { declared } = route;
  const parts = rightRequest(route, house, mutations);
  const token = house.tokens[declared.audience];
  const headers: Record<string, string> =
    declared.audience === 'gateway' ? { 'x-gateway-key': token } : { authorization: `Bearer ${token}` };
  if (route.takesReference) headers['request-reference'] = freshReference('FZ');
  if (route.body) headers['content-type'] = 'application/json';
  // As a page of the console sends them.
  if (declared.path.startsWith('/api/admin/v1/session'))
    Object.assign(headers, { 'sec-fetch-site': 'same-origin', 'x-corebank-console': '1' });
  let [repeated, suffix] = ['', ''];
  let text: string | undefined;
  for (const mutation of mutations) {
    if (mutation.kind === 'set') holderOf(parts, mutation.steps, true)![mutation.steps.at(-1)!] = mutation.value;
    else if (mutation.kind === 'drop') delete holderOf(parts, mutation.steps, false)?.[mutation.steps.at(-1)!];
    else if (mutation.kind === 'repeat') repeated += `&${encoded(mutation.name)}=${encoded(mutation.value)}`;
    else if (mutation.kind === 'text') text = mutation.text;
    else if (mutation.kind === 'address') ({ suffix } = mutation);
    else if (mutation.value === undefined) delete headers[mutation.name];
    else headers[mutation.name] = mutation.value;
  }
  const path = declared.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(parts.path[name] ?? ''));
  const query =
    Object.entries(parts.query)
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .join('&') + repeated;
  text ??= route.body ? jsonText(parts.body) : undefined;
  if (text !== undefined) headers['content-type'] ??= 'application/json';
  return {
    method: declared.method.toUpperCase(),
    address: `${path}${suffix}${query === '' ? '' : `?${query.replace(/^&/, '')}`}`,
    headers,
    body: text,
  };
}

/** JSON of a value, with what no value can stand for as it is. */
export function jsonText(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => `${JSON.stringify(name)}:${jsonText(inner)}`)
    .join()}}`;
}

/** Letters of one value in an address, so that the whole stays below what Node reads of a request's head. */
const ADDRESSED_LETTERS_MAX = 400;

/** A value as a part of an address. Half a surrogate pair is sent as the bytes that careless programs make of it. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : jsonText(value);
  return [...text.slice(0, ADDRESSED_LETTERS_MAX)]
    .map((letter) => (letter.isWellFormed() ? encodeURIComponent(letter) : '%ED%A0%80'))
    .join('');
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends a request as it is, and takes whatever comes. */
export function exchange(url: string, { method, address, headers, body }: WireRequest): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(
      { hostname, port, agent, method, path: address, headers: { ...headers, ...length } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

export function closeConnections(): void {
  agent.destroy();
}
