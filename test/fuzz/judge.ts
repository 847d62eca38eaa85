import { differences } from './api-schema';
import type { DocumentedRoute } from './documented-routes';
import type { Mutation, WireAnswer } from './fuzz-request';
import { RawJson } from './hostile-values';

interface Envelope {
  status: boolean;
  message: string;
  data: Record<string, unknown>;
}

/** Answers that every address can give before a route is chosen, by cause. */
const BEFORE_THE_ROUTE: { code: string; status: number; when: (mutation: Mutation) => boolean }[] = [
  { code: 'NOT_FOUND', status: 404, when: (mutation) => mutation.kind === 'set' && mutation.steps[0] === 'path' },
  {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    status: 415,
    when: (mutation) => mutation.kind === 'header' && mutation.name === 'content-type',
  },
  { code: 'PAYLOAD_TOO_LARGE', status: 413, when: ({ kind }) => kind === 'text' },
];

/** Callbacks, whose senders may add fields. */
const TAKES_ANYTHING = /^\/(cba|api\/integrations)\//;

/** The schema lets a failure say more than its code; a success says what is documented and nothing else. */
const MAY_SAY_MORE = (status: number): boolean => status !== 200;

/**
 * What is wrong with an answer to a request of the route with these mutations: nothing, or what the document says
 * otherwise.
 */
export function faultsOf(
  route: DocumentedRoute,
  mutations: Mutation[],
  { status, headers, text }: WireAnswer,
): string[] {
  const mediaType = String(headers['content-type']).split(';')[0]!;
  const documented = route.answers[status]?.content;
  if (status === 200 && documented && !documented['application/json'])
    return documented[mediaType] ? [] : [`200 with ${mediaType}`];
  if (mediaType !== 'application/json') return [`${status} with ${mediaType}`];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [`${status} with what is no JSON`];
  }
  const envelope = envelopeFaults(status, body);
  if (envelope.length > 0) return [`${status} without an envelope: ${envelope.join(', ')}`];
  const { status: succeeded, data } = body as Envelope;
  const code = String(data.statusCode);
  if (succeeded || status === 202) {
    // A later mutation may have undone an earlier one.
    const taken = mutations.length === 1 ? wronglyTaken(route, mutations[0]!) : [];
    if (taken.length > 0) return taken.map((fault) => `${status} although ${fault}`);
  }
  if (succeeded !== (status === 200)) return [`${status} with status ${succeeded}`];
  // No other client uses this server, so it must not be busy.
  if (code === 'INTERNAL_ERROR' || code === 'SERVICE_UNAVAILABLE') return [`${status} ${code}`];
  if (
    BEFORE_THE_ROUTE.some(
      (refusal) => refusal.code === code && refusal.status === status && mutations.some(refusal.when),
    )
  )
    return [];
  // Behind another address there may be another route, whose answers are its own.
  if (mutations.some(({ kind }) => kind === 'address')) return status < 500 ? [] : [`${status} ${code}`];
  if (!documented) return [`${status} ${code}, and no ${status} is documented`];
  const { schema, examples = {} } = documented['application/json']!;
  if (status !== 200 && !Object.hasOwn(examples, code)) return [`${status} ${code}, which is not documented`];
  const found = differences(route.schemas, schema, body, 'answer');
  return MAY_SAY_MORE(status)
    ? found.filter((difference) => !/^answer\.data\.\w+ is not documented$/.test(difference))
    : found;
}

/** Violations of the document by a mutated value of the body; null may stand for an optional value. */
function wronglyTaken(route: DocumentedRoute, mutation: Mutation): string[] {
  if (mutation.kind !== 'set' || mutation.steps[0] !== 'body' || mutation.steps.length < 2) return [];
  const { steps, value } = mutation;
  const place = route.places.find((known) => known.steps.join() === steps.join());
  if (!place) return TAKES_ANYTHING.test(route.declared.path) ? [] : [`${steps.join('.')} is not documented`];
  if (value === null || value === undefined || value instanceof RawJson || Number.isNaN(value)) return [];
  return differences(route.schemas, place.schema, value, steps.join('.'));
}

/** The schema decides whether a success has fields beside the envelope, such as a token. */
function envelopeFaults(httpStatus: number, body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return ['no object'];
  const { status, message, data } = body as Partial<Envelope>;
  return [
    ...(httpStatus === 200 || Object.keys(body).sort().join() === 'data,message,status'
      ? []
      : [`keys ${Object.keys(body).join()}`]),
    ...(typeof status === 'boolean' ? [] : ['status is no boolean']),
    ...(typeof message === 'string' && message !== '' ? [] : ['message is no text']),
    ...(typeof data === 'object' && data !== null ? [] : ['data is no object']),
  ];
}
