import request, { type Response } from 'supertest';
import { freshReference, type TestApp } from '../support/app';
import type { DeclaredRoute, FieldName } from './declared-routes';

export type Value = string | number;

/** A request to a route. */
export interface Draft {
  path?: Record<string, Value>;
  query?: Record<string, string | number | boolean>;
  body?: Record<string, unknown>;
}

/** The same request with another value in one field; a field of an array is that of its first element. */
export function withField(draft: Draft, field: FieldName, value: Value): Draft {
  const changed = structuredClone(draft) as Record<string, unknown>;
  const steps = field.replaceAll('[]', '.0').split('.');
  const last = steps.pop()!;
  let holder = changed;
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1] ?? last;
    holder[step] ??= next === '0' ? [] : {};
    holder = holder[step] as Record<string, unknown>;
  }
  holder[last] = value;
  return changed;
}

/** Sends a request under a fresh reference. */
export async function send(
  { url }: TestApp,
  route: DeclaredRoute,
  { path = {}, query = {}, body }: Draft,
  token: string,
): Promise<Response> {
  const address = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? missing(route, name)),
  );
  const prepared = request(url)[route.method](address).query(query).set('request-reference', freshReference());
  void (route.audience === 'gateway' ? prepared.set('x-gateway-key', token) : prepared.auth(token, { type: 'bearer' }));
  return body === undefined ? prepared : prepared.send(body);
}

function missing(route: DeclaredRoute, name: string): never {
  throw new Error(`The valid request of ${route.name} has no path.${name}.`);
}

/** Status, code and message of an answer, and how many rows a list has. */
export interface Answer {
  status: number;
  code: string | undefined;
  message: string;
  recordCount: number | undefined;
}

export function answerOf({ status, body }: Response): Answer {
  const { message, data } = body as { message: string; data: { statusCode?: string; recordCount?: number } };
  return { status, code: data.statusCode, message, recordCount: data.recordCount };
}

/** Runs work for a list, a few items at a time, in the order of the list. */
export async function inParallel<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
  width = 6,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
}
