/** The areas in which an API client may read, act, or both. */
const READ_AREAS = [
  'accounts',
  'agents',
  'bills',
  'cards',
  'customers',
  'deposits',
  'events',
  'institution',
  'limits',
  'loans',
  'messages',
  'metadata',
  'overdrafts',
  'products',
  'reports',
  'transfers',
] as const;
const WRITE_AREAS = [
  'accounts',
  'agents',
  'bills',
  'cards',
  'customers',
  'deposits',
  'documents',
  'liens',
  'limits',
  'loans',
  'messages',
  'metadata',
  'overdrafts',
  'postings',
  'transfers',
] as const;

type ReadScope = `${(typeof READ_AREAS)[number]}:read`;
type WriteScope = `${(typeof WRITE_AREAS)[number]}:write`;

/** The scope that a route of the API channel needs (`docs/api/authentication.md#scopes`). */
export type RouteScope = ReadScope | WriteScope;

/** A scope that an API client can have. `customers:identity` opens no route: it shows full identity numbers. */
export type ClientScope = RouteScope | 'customers:identity';

/** The scopes of a client that was created without any: it may read. */
export const READ_SCOPES: readonly ClientScope[] = READ_AREAS.map((area): ReadScope => `${area}:read`);

/** Every scope, in the order of the documentation. */
export const CLIENT_SCOPES: readonly ClientScope[] = [
  ...READ_SCOPES,
  ...WRITE_AREAS.map((area): WriteScope => `${area}:write`),
  'customers:identity',
];
