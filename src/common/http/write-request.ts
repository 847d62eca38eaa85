import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { authorOf } from '../audit/audit-author';
import { commonErrors } from '../errors/common.errors';
import { maySeeIdentity } from '../identity/may-see-identity';
import type { Actor } from './actor';
import { REFERENCE_METADATA, type ReferenceRule } from './endpoint.decorator';
import { readIfMatch } from './if-match-header';
import { isDryRun } from './requested-dry-run';

/** The caller, the route and the reference of a write. Commands that accept request references carry it. */
export interface WriteRequest {
  institutionId: number;
  /** `api-client:ID`, `staff:ID` or `webhook:PARTNER`. */
  actor: string;
  /** Method and route pattern, such as `POST /api/transfer/v1/localfundtransfer`. */
  endpoint: string;
  /** The `request-reference` header; undefined only where it is optional. */
  requestReference: string | undefined;
  /** The correlation id of the request, for the audit log; a command of the system has none. */
  correlationId?: string;
  /** The network address of the caller, for the audit log. */
  address?: string;
  /** The staff session of the caller, for the audit log. */
  sessionId?: number;
  /** The `If-Match` header: the version of the record that the change was made from. */
  ifMatch?: string;
  /** True when the answer may have whole identity numbers (`maySeeIdentity`). */
  seesIdentity?: boolean;
  /** True for a part of a request whose refusals are tried again under the same reference, instead of being stored. */
  retriesRefusals?: boolean;
  /** Present on a dry run: the movement is decided, and nothing is written. */
  dryRun?: {
    /** True when the caller may also query balances. */
    seesBalances: boolean;
  };
}

const REFERENCE_MAX_LENGTH = 100;

/** 400 for a request reference that is missing, repeated, too long or not printable ASCII. */
function readReference(value: string | string[] | undefined, rule: ReferenceRule): string | undefined {
  const refuse = (message: string): never => {
    throw commonErrors.VALIDATION_FAILED(`The header request-reference ${message}.`, {
      errors: [{ field: 'request-reference', message }],
    });
  };
  if (value === undefined || value === '') return rule === 'required' ? refuse('is required') : undefined;
  // Node joins a repeated header with a comma and a space.
  if (Array.isArray(value) || value.includes(', ')) return refuse('must be sent once');
  if (value.length > REFERENCE_MAX_LENGTH) return refuse(`must be at most ${REFERENCE_MAX_LENGTH} characters`);
  if (!/^[\x21-\x7e][\x20-\x7e]*$/.test(value)) return refuse('must be printable ASCII characters');
  return value;
}

/** The scope of the balance enquiry. */
function maySeeBalances(user: Actor): boolean {
  return user.kind === 'api-client' && user.scopes.has('transfers:read');
}

/** Parameter decorator of every write route: provides its `WriteRequest`. */
export const Write = createParamDecorator((_: unknown, context: ExecutionContext): WriteRequest => {
  const request = context.switchToHttp().getRequest<FastifyRequest & { user?: Actor }>();
  const rule = (Reflect.getMetadata(REFERENCE_METADATA, context.getHandler()) as ReferenceRule | undefined) ?? 'none';
  const { user } = request;
  if (!user || rule === 'none') throw new Error('A write route needs an actor and a reference rule.');
  const ifMatch = readIfMatch(request.headers['if-match']);
  // The spreads come last: V8 gives an object a new hidden class for each property that follows a spread.
  return {
    endpoint: `${request.method} ${request.routeOptions.url ?? ''}`,
    requestReference: readReference(request.headers['request-reference'], rule),
    seesIdentity: maySeeIdentity(user),
    ...authorOf(user, request),
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...(isDryRun(request) ? { dryRun: { seesBalances: maySeeBalances(user) } } : {}),
  };
});
