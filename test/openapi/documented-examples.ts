import type { DocumentedRoute, Steps } from '../fuzz/documented-routes';
import { fieldName } from '../fuzz/fuzz-request';
import { type Probe, probesOf } from '../matrix/field-kinds';
import type { Identifiers, Kind } from '../matrix/identifiers';
import { freshReference } from '../support/app';

/** The parts of a request, as its document shows them. */
export interface ExampleRequest {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** What a reader of the documents knows: answers to earlier requests, and the business date of the sandbox. */
export interface Reader {
  ids: Identifiers;
  today: string;
}

/** The examples speak of this day as today. */
const DAY_OF_EXAMPLES = '2026-11-21';
const DATE = /^\d{4}-\d{2}-\d{2}(?=$|T)/;
const DAY_MS = 86_400_000;

/** Kinds whose records a new sandbox has under the documented codes, or that name somebody new. */
const AS_WRITTEN: ReadonlySet<Kind> = new Set<Kind>([
  ...(['branch', 'ledger', 'product', 'staff', 'scenario', 'institutionCode'] as const),
  ...(['bvn', 'nin', 'otherBvn', 'otherNin', 'phoneNumber', 'registrationNumber', 'email'] as const),
]);

/** Fields that the example names as they are, although others of the name mean an account or code of the reader. */
const NAMES_NEW: ReadonlySet<string> = new Set([
  'POST /api/admin/v1/roles body.name',
  'POST /cba/transfers/inward/credit body.sessionId',
  'POST /api/admin/v1/staff body.staffID',
  'POST /api/admin/v1/tills body.accountNumber',
  'POST /api/transfer/v1/fundstransfer body.beneficiaryAccountNumber',
]);

/** Fields that name another record than usual, because the usual one is not in the right state. */
const ANOTHER: Record<string, Kind> = {
  'GET /api/admin/v1/portfolio/at-risk query.Date': 'closedDay',
  'GET /api/admin/v1/portfolio/provisions query.Date': 'closedDay',
  'GET /api/admin/v1/portfolio/provision-movements query.StartDate': 'closedDay',
  'GET /api/admin/v1/portfolio/provision-movements query.EndDate': 'closedDay',
  'GET /api/admin/v1/portfolio/roll-rates query.StartDate': 'closedDay',
  'GET /api/admin/v1/portfolio/roll-rates query.EndDate': 'closedDay',
  'GET /api/admin/v1/portfolio/vintages query.Date': 'closedDay',
  'GET /api/admin/v1/returns query.Date': 'closedDay',
  'GET /api/admin/v1/returns/credit-bureau query.Date': 'closedDay',
  'POST /api/accountoverdraft/v1/add body.accountNumber': 'spareAccount',
  'POST /api/loanaccount/v1/addgrouploan body.participants[].loanRequest.accountID': 'spareAccountId',
};

/** The value of the second account of an example: money goes from the first to the second. */
const SECOND_ACCOUNT = '0987654321';
const LEDGER_CODE = /^\d{4}$/;

/** References that a request gives to what it makes; other references name an earlier request. */
const REFERENCE = /^(referenceNumber|transactionReference|paymentReference)$/;
const NAMES_EARLIER = /\/(updatelien|unplacelien|reversetransaction|tsq|confirm)$/;

/** The day that an example names, as far from `today` as it is from the day of the examples. */
export function moved(value: unknown, today: string): unknown {
  if (typeof value !== 'string' || !DATE.test(value)) return value;
  const days = Math.round((Date.parse(today) - Date.parse(DAY_OF_EXAMPLES)) / DAY_MS);
  const at = Date.parse(`${value.slice(0, 10)}T00:00:00Z`);
  return value.replace(DATE, new Date(at + days * DAY_MS).toISOString().slice(0, 10));
}

/** The documented request of a route as a reader would send it to a new sandbox. */
export function exampleRequest(route: DocumentedRoute, reader: Reader): ExampleRequest {
  const request: ExampleRequest = { path: {}, query: {}, body: undefined };
  for (const { steps, schema, required } of route.places) {
    const [part, name] = steps as ['path' | 'query' | 'body', string];
    if (part === 'body') continue;
    const written = schema.example ?? (schema as { default?: unknown }).default ?? schema.enum?.[0];
    if (written !== undefined) request[part][name] = written;
    else if (required) throw new Error(`The parameter ${name} of ${route.declared.name} has no example.`);
  }
  if (route.body) request.body = route.example;
  return asReader(route, request, request, [], reader) as ExampleRequest;
}

function asReader(
  route: DocumentedRoute,
  request: ExampleRequest,
  example: unknown,
  steps: Steps,
  reader: Reader,
): unknown {
  if (Array.isArray(example))
    return example.map((element: unknown, index) =>
      index === 1 && typeof element === 'object'
        ? asReader(route, request, element, [...steps, 0], { ...reader, ids: secondOf(reader.ids) })
        : asReader(route, request, element, [...steps, 0], reader),
    );
  if (typeof example === 'object' && example !== null)
    return Object.fromEntries(
      Object.entries(example).map(([name, inner]) => [name, asReader(route, request, inner, [...steps, name], reader)]),
    );
  return readerValue(route, request, steps, example, reader);
}

/** The second element of a list is about another account. */
const secondOf = (ids: Identifiers): Identifiers => ({ ...ids, spareAccountId: ids.accountId });

/** The documented value itself, unless it names a record that only the reader has. */
function readerValue(
  { declared }: DocumentedRoute,
  request: ExampleRequest,
  steps: Steps,
  written: unknown,
  { ids, today }: Reader,
): unknown {
  const name = String(steps.at(-1));
  const field = `${declared.name} ${fieldName(steps)}`;
  if (steps[0] === 'body' && REFERENCE.test(name) && !NAMES_EARLIER.test(declared.name)) return freshReference('EX');
  const another = ANOTHER[field];
  if (another) return ids[another];
  const probes = probesOf(declared, fieldName(steps)) ?? [];
  const probe = probes.find((candidate) => isBeside(candidate, request)) ?? probes[0];
  if (!probe || NAMES_NEW.has(field) || AS_WRITTEN.has(probe.kind)) return moved(written, today);
  if (probe.kind === 'account' && LEDGER_CODE.test(String(written))) return written;
  if (probe.kind === 'account' && written === SECOND_ACCOUNT) return ids.spareAccount;
  return ids[probe.kind];
}

/** True when the example has the values beside the field with which it names a record of the kind. */
function isBeside({ beside }: Probe, request: ExampleRequest): boolean {
  return (
    beside !== undefined &&
    Object.entries(beside).every(([place, value]) => {
      const [part, name] = place.split('.') as ['path' | 'query' | 'body', string];
      return (request[part] as Record<string, unknown>)[name] === value;
    })
  );
}
