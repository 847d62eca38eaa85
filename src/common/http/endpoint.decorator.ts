import { applyDecorators, HttpCode, SetMetadata, type Type, UseInterceptors } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiExtension,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  ApiSecurity,
  getSchemaPath,
} from '@nestjs/swagger';
import { AUDITED_READ_METADATA, type AuditedRead, AuditedReads } from '../audit/audited-read';
import { type ErrorFactory } from '../errors/app-error';
import { commonErrors } from '../errors/common.errors';
import { AcceptedHold, AcceptedRequest, ErrorAnswer } from './answers.dto';
import { bodyTypeOf } from './body-type';
import type { RouteScope } from './client-scopes';
import { dryRunHeader } from './dry-run-header';
import { ifMatchHeader } from './if-match-header';
import { routeConfig } from './route-config';

/** The callers of a route. A route without it stops the boot. */
export type Access =
  /**
   * `fromConsole`: only a page of the console may call it, because its answer sets the cookie of the console.
   * `countsAttempts`: each request counts as an attempt of its address to authenticate, whatever its answer.
   */
  | { audience: 'public'; countsAttempts?: true; fromConsole?: true }
  | { audience: 'api-client'; scope: RouteScope }
  /**
   * `stepUp`: set from the option of the route. `isStream`: the answer stays open, so it counts neither as a request in
   * progress nor as use of the session.
   */
  | { audience: 'staff'; permission: string; stepUp?: true; isStream?: true }
  /** A provider's middleware that calls back, identified by the `X-Gateway-Key` of a function such as `card`. */
  | { audience: 'gateway'; integration: GatewayFunction }
  /**
   * A partner that calls an institution's webhooks, identified by the secret it shares with the institution in the
   * path.
   */
  | { audience: 'webhook'; partner: WebhookPartner };

/** Functions whose middleware calls back. */
export type GatewayFunction = 'bills' | 'transfer' | 'card' | 'inward-transfer';

/** Partners that call webhooks. */
export type WebhookPartner = 'recoverypartner';

/** Name of the webhook secret among the security schemes of the OpenAPI document. */
export const WEBHOOK_SECRET_SCHEME = 'webhookSecret';

/** Name of the key of providers' middleware among the security schemes of the OpenAPI documents. */
export const GATEWAY_KEY_SCHEME = 'gatewayKey';

export const ACCESS_METADATA = 'corebank:access';
export const REFERENCE_METADATA = 'corebank:request-reference';

/** The rule for the `request-reference` header: routes that move money need it, every other write accepts it. */
export type ReferenceRule = 'required' | 'honoured' | 'none';

export interface EndpointOptions {
  summary: string;
  description?: string;
  access: Access;
  /** True where all writes of the route go through `Movements.submit` or `IdempotentWrites`, which decide dry runs. */
  dryRun?: true;
  /** Default `none`, for reads. */
  reference?: ReferenceRule;
  /** True where `If-Match` is compared with the `version` of the record (docs/api/conventions.md#versions). */
  versioned?: true;
  /**
   * True where staff must have proved themselves within the last minutes (docs/api/staff-sessions.md#step-up): money,
   * rights, rules and secrets.
   */
  stepUp?: true;
  /**
   * Class of `data`; an array of one element is a list of it; `page` is the paged list. Omitted where the route answers
   * only 202.
   */
  response?: Type<unknown>;
  list?: 'page' | 'flat';
  /** Other classes of `data` that the request can select, such as a file instead of a list. */
  otherResponses?: Type<unknown>[];
  /** The errors of this route besides those that follow from its access, body and headers. */
  errors?: ErrorFactory[];
  /** The 202 answers this route can give, by code. */
  accepted?: { code: string; description: string; example: Record<string, unknown> }[];
  /** Class of the `data` of the 202 answers, where it is another than that of their code. */
  acceptedResponse?: Type<unknown>;
  /** Set where staff read one person's record: each read is a row of the audit log. */
  audited?: AuditedRead;
}

/** Permission of all staff whatever their roles: only for a member's own session. */
export const ANY_STAFF = 'any-staff';

export const publicAccess: Access = { audience: 'public' };
/** For routes that take credentials in their body. */
export const signInAccess: Access = { audience: 'public', countsAttempts: true };
/** For routes that take credentials from a page of the console and answer with its cookie. */
export const consoleSignInAccess: Access = { audience: 'public', countsAttempts: true, fromConsole: true };
/** @param scope what the client must be allowed; searches are reads, also those by POST. */
export const clientAccess = (scope: RouteScope): Access => ({ audience: 'api-client', scope });
export const staffAccess = (permission: string): Access => ({ audience: 'staff', permission });
/** For an answer that stays open until the session ends. */
export const staffStreamAccess = (permission: string): Access => ({ audience: 'staff', permission, isStream: true });
export const gatewayAccess = (integration: GatewayFunction): Access => ({ audience: 'gateway', integration });
/** The route's path must have the parameter `institutionId`. */
export const webhookAccess = (partner: WebhookPartner): Access => ({ audience: 'webhook', partner });

function dataSchema({ otherResponses = [], ...options }: EndpointOptions): Record<string, unknown> {
  const usual = usualDataSchema(options);
  return otherResponses.length === 0
    ? usual
    : { oneOf: [usual, ...otherResponses.map((other) => ({ $ref: getSchemaPath(other) }))] };
}

function usualDataSchema({ response, list }: EndpointOptions): Record<string, unknown> {
  if (!response) return { type: 'object' };
  const item = { $ref: getSchemaPath(response) };
  if (list === undefined) return item;
  const counted = { data: { type: 'array', items: item }, recordCount: { type: 'integer', example: 1 } };
  if (list === 'flat') return { type: 'object', required: ['data', 'recordCount'], properties: counted };
  return {
    type: 'object',
    required: ['data', 'recordCount', 'pageNumber', 'pageSize'],
    properties: {
      ...counted,
      recordCountIsCapped: {
        type: 'boolean',
        description: 'True when there are more than 10,000 rows; `recordCount` is then 10,000.',
      },
      pageNumber: { type: 'integer', example: 1 },
      pageSize: { type: 'integer', example: 20 },
      nextAfter: {
        type: 'string',
        nullable: true,
        example: null,
        description: 'The `After` of the page behind this one; null at the end. Absent in short lists without cursors.',
      },
    },
  };
}

function envelopeSchema(status: boolean, message: string, data: Record<string, unknown>): Record<string, unknown> {
  return {
    type: 'object',
    required: ['status', 'message', 'data'],
    properties: { status: { type: 'boolean', example: status }, message: { type: 'string', example: message }, data },
  };
}

/** Errors that follow from the route's shape and not from its business rules. */
function impliedErrors({ access, reference, stepUp, dryRun, versioned }: EndpointOptions): ErrorFactory[] {
  const implied = [commonErrors.VALIDATION_FAILED, commonErrors.SERVICE_UNAVAILABLE];
  if (versioned) implied.push(commonErrors.CHANGED_MEANWHILE);
  if (dryRun) implied.push(commonErrors.DRY_RUN_NOT_SUPPORTED);
  if (access.audience !== 'public') implied.push(commonErrors.UNAUTHORIZED, commonErrors.TOO_MANY_REQUESTS);
  if (access.audience === 'api-client' || access.audience === 'staff')
    implied.push(commonErrors.INVALID_API_TOKEN_CLAIMS);
  if (access.audience === 'staff') implied.push(commonErrors.PERMISSION_DENIED);
  if (access.audience === 'staff' || (access.audience === 'public' && access.fromConsole))
    implied.push(commonErrors.CONSOLE_REQUEST_REFUSED);
  if (access.audience === 'staff' && access.permission !== ANY_STAFF) implied.push(commonErrors.SECOND_FACTOR_REQUIRED);
  if (stepUp) implied.push(commonErrors.STEP_UP_REQUIRED);
  if (access.audience === 'api-client') implied.push(commonErrors.SCOPE_MISSING, commonErrors.ADDRESS_NOT_ALLOWED);
  if (reference !== undefined && reference !== 'none')
    implied.push(commonErrors.DUPLICATE_REFERENCE, commonErrors.REQUEST_IN_PROGRESS);
  return implied;
}

const FIELD_ERRORS_EXAMPLE = [{ field: 'accountNumber', message: 'is required' }];

function exampleData({ code }: ErrorFactory): object {
  return code === commonErrors.VALIDATION_FAILED.code
    ? { statusCode: code, errors: FIELD_ERRORS_EXAMPLE }
    : { statusCode: code };
}

function errorResponses(errors: ErrorFactory[]): MethodDecorator[] {
  const byStatus = new Map<number, ErrorFactory[]>();
  for (const error of new Set(errors))
    byStatus.set(error.httpStatus, [...(byStatus.get(error.httpStatus) ?? []), error]);
  return [...byStatus].map(([status, group]) =>
    ApiResponse({
      status,
      description: group.map(({ code }) => `\`${code}\``).join(', '),
      content: {
        'application/json': {
          schema: { $ref: getSchemaPath(ErrorAnswer) },
          examples: Object.fromEntries(
            group.map((error) => [
              error.code,
              { value: { status: false, message: error.message, data: exampleData(error) } },
            ]),
          ),
        },
      },
    }),
  );
}

/** The schema of each kind of 202, by its code. */
const ACCEPTED_CLASSES: Readonly<Record<string, Type<unknown>>> = {
  AML_HOLD: AcceptedHold,
  PENDING_APPROVAL: AcceptedRequest,
};

function acceptedClass(code: string): Type<unknown> {
  const type = ACCEPTED_CLASSES[code];
  if (!type) throw new Error(`The 202 code ${code} has no schema: add its class to ACCEPTED_CLASSES.`);
  return type;
}

function acceptedData({ accepted = [], acceptedResponse }: EndpointOptions): Record<string, unknown> {
  if (acceptedResponse) return { $ref: getSchemaPath(acceptedResponse) };
  const paths = accepted.map(({ code }) => [code, getSchemaPath(acceptedClass(code))] as const);
  if (paths.length === 1) return { $ref: paths[0]![1] };
  return {
    oneOf: paths.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'statusCode', mapping: Object.fromEntries(paths) },
  };
}

function acceptedAnswer(options: EndpointOptions): MethodDecorator[] {
  const { accepted = [] } = options;
  if (accepted.length === 0) return [];
  return [
    ApiResponse({
      status: 202,
      description: accepted.map(({ code, description }) => `\`${code}\`: ${description}`).join(' '),
      content: {
        'application/json': {
          schema: envelopeSchema(false, accepted[0]?.description ?? '', acceptedData(options)),
          examples: Object.fromEntries(
            accepted.map(({ code, description, example }) => [
              code,
              { value: { status: false, message: description, data: { statusCode: code, ...example } } },
            ]),
          ),
        },
      },
    }),
  ];
}

/** The permission that a route of staff needs; null where every member of staff may call it. */
export const PERMISSION_EXTENSION = 'x-permission';
/** True for a route of staff that demands a recent proof. */
export const STEP_UP_EXTENSION = 'x-step-up';

function staffExtensions({ permission, stepUp }: Access & { audience: 'staff' }): MethodDecorator[] {
  return [
    ApiExtension(PERMISSION_EXTENSION, permission === ANY_STAFF ? null : permission),
    ApiExtension(STEP_UP_EXTENSION, stepUp === true),
  ];
}

function accessOf({ access, stepUp }: EndpointOptions): Access {
  return access.audience === 'staff' && stepUp ? { ...access, stepUp } : access;
}

/**
 * Everything that a route declares besides its path: its callers, its rule for the request reference, and its OpenAPI
 * summary, response and error codes. Every route carries exactly one.
 */
export function Endpoint(options: EndpointOptions): MethodDecorator {
  const {
    reference = 'none',
    response,
    otherResponses = [],
    summary,
    description,
    errors = [],
    acceptedResponse,
  } = options;
  const access = accessOf(options);
  const answersOk = response !== undefined || acceptedResponse === undefined;
  const decorators: MethodDecorator[] = [
    SetMetadata(ACCESS_METADATA, access),
    (target, key, descriptor) =>
      routeConfig({
        access,
        bodyType: bodyTypeOf(target, key),
        dryRun: options.dryRun === true,
        movesMoney: access.audience === 'api-client' && reference === 'required',
      })(target, key, descriptor),
    SetMetadata(REFERENCE_METADATA, reference),
    HttpCode(200),
    ApiOperation({ summary, description }),
    ...(answersOk
      ? [
          ApiResponse({
            status: 200,
            description: 'Done.',
            content: { 'application/json': { schema: envelopeSchema(true, 'Successful', dataSchema(options)) } },
          }),
        ]
      : []),
    ...acceptedAnswer(options),
    ...(options.versioned ? [ifMatchHeader()] : []),
    ...errorResponses([...impliedErrors(options), ...errors]),
  ];
  decorators.push(
    ApiExtraModels(
      ...[response, acceptedResponse].filter((model) => model !== undefined),
      ErrorAnswer,
      ...(options.accepted ?? []).map(({ code }) => acceptedClass(code)),
      ...otherResponses,
    ) as MethodDecorator,
  );
  if (options.audited)
    decorators.push(SetMetadata(AUDITED_READ_METADATA, options.audited), UseInterceptors(AuditedReads));
  if (access.audience === 'staff') decorators.push(...staffExtensions(access));
  if (access.audience === 'gateway') decorators.push(ApiSecurity(GATEWAY_KEY_SCHEME));
  else if (access.audience === 'webhook') decorators.push(ApiBearerAuth(WEBHOOK_SECRET_SCHEME));
  else if (access.audience !== 'public') decorators.push(ApiBearerAuth());
  if (reference !== 'none') {
    decorators.push(
      ApiHeader({
        name: 'request-reference',
        required: reference === 'required',
        description:
          'Unique per request, at most 100 characters. The same request with the same reference gets the first ' +
          'answer again.',
        schema: { type: 'string', maxLength: 100, example: 'REF-20261121-0001' },
      }),
    );
  }
  if (options.dryRun) decorators.push(dryRunHeader());
  return applyDecorators(...decorators);
}
