import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import { ApiBearerAuth, ApiExtraModels, ApiHeader, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { type ErrorFactory } from '../errors/app-error';
import { commonErrors } from '../errors/common.errors';

/** Who may call a route. A route without it does not boot (design: default deny). */
export type Access =
  | { audience: 'public' }
  | { audience: 'api-client' }
  | { audience: 'staff'; permission: string }
  /** A provider's middleware that calls back, known by the `X-Gateway-Key` of a function such as `card`. */
  | { audience: 'gateway'; integration: GatewayFunction }
  /** A partner that calls an institution's webhooks, known by the secret it shares with the institution of the path. */
  | { audience: 'webhook'; partner: WebhookPartner };

/** Functions whose middleware calls back. */
export type GatewayFunction = 'bills' | 'transfer' | 'card';

/** Partners that call webhooks. */
export type WebhookPartner = 'recoverypartner';

/** Name of the webhook secret among the security schemes of the document. */
export const WEBHOOK_SECRET_SCHEME = 'webhookSecret';

export const ACCESS_METADATA = 'corebank:access';
export const REFERENCE_METADATA = 'corebank:request-reference';

/** Whether a write needs the `request-reference` header: moving money does, every other write honours it. */
export type ReferenceRule = 'required' | 'honoured' | 'none';

export interface EndpointOptions {
  summary: string;
  description?: string;
  access: Access;
  /** Default `none`, for reads. */
  reference?: ReferenceRule;
  /** Class of `data`; an array in one element means a list of it; `page` means the paged list shape. Left out where the route answers 202 alone. */
  response?: Type<unknown>;
  list?: 'page' | 'flat';
  /** Other classes of `data`, where the request says which it is: a file instead of a list, say. */
  otherResponses?: Type<unknown>[];
  /** The errors of this route beyond the ones its access, body and header rules imply. */
  errors?: ErrorFactory[];
  /** The 202 answers this route can give, by code. */
  accepted?: { code: string; description: string; example: Record<string, unknown> }[];
  /** Class of the `data` of these answers beside their code, where the route gives no other. */
  acceptedResponse?: Type<unknown>;
}

/** Permission of staff whatever their roles: only for a member's own session. */
export const ANY_STAFF = 'any-staff';

export const publicAccess: Access = { audience: 'public' };
export const clientAccess: Access = { audience: 'api-client' };
export const staffAccess = (permission: string): Access => ({ audience: 'staff', permission });
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

const GATEWAY_KEY_HEADER = ApiHeader({
  name: 'X-Gateway-Key',
  required: true,
  description:
    'The key that the institution shares with the middleware; it tells whose callback this is. No bearer token is sent.',
  schema: { type: 'string' },
});

/** Errors that follow from the route's shape rather than from its business rules. */
function impliedErrors({ access, reference }: EndpointOptions): ErrorFactory[] {
  const implied = [commonErrors.VALIDATION_FAILED, commonErrors.SERVICE_UNAVAILABLE];
  if (access.audience !== 'public') implied.push(commonErrors.UNAUTHORIZED, commonErrors.TOO_MANY_REQUESTS);
  if (access.audience === 'api-client' || access.audience === 'staff')
    implied.push(commonErrors.INVALID_API_TOKEN_CLAIMS);
  if (access.audience === 'staff') implied.push(commonErrors.PERMISSION_DENIED);
  if (reference !== undefined && reference !== 'none')
    implied.push(commonErrors.DUPLICATE_REFERENCE, commonErrors.REQUEST_IN_PROGRESS);
  return implied;
}

/** What a malformed request's refusal has in its data besides the code. */
const FIELD_ERRORS = {
  schema: {
    type: 'array',
    description: 'With `VALIDATION_FAILED`: every field that is wrong.',
    items: {
      type: 'object',
      required: ['field', 'message'],
      properties: {
        field: { type: 'string', example: 'accountNumber' },
        message: { type: 'string', example: 'is required' },
      },
    },
  },
  example: [{ field: 'accountNumber', message: 'is required' }],
};

function exampleData({ code }: ErrorFactory): object {
  return code === commonErrors.VALIDATION_FAILED.code
    ? { statusCode: code, errors: FIELD_ERRORS.example }
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
          schema: envelopeSchema(false, group[0]?.message ?? '', {
            type: 'object',
            required: ['statusCode'],
            properties: {
              statusCode: { type: 'string', enum: group.map(({ code }) => code) },
              ...(group.includes(commonErrors.VALIDATION_FAILED) ? { errors: FIELD_ERRORS.schema } : {}),
            },
          }),
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

function acceptedAnswer({ accepted = [], acceptedResponse }: EndpointOptions): MethodDecorator[] {
  if (accepted.length === 0) return [];
  const coded = {
    type: 'object',
    required: ['statusCode'],
    properties: { statusCode: { type: 'string', enum: accepted.map(({ code }) => code) } },
  };
  const data = acceptedResponse ? { allOf: [{ $ref: getSchemaPath(acceptedResponse) }, coded] } : coded;
  return [
    ApiResponse({
      status: 202,
      description: accepted.map(({ code, description }) => `\`${code}\`: ${description}`).join(' '),
      content: {
        'application/json': {
          schema: envelopeSchema(false, accepted[0]?.description ?? '', data),
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

/**
 * Everything a route declares besides its path: who may call it, whether it takes a request reference, and its
 * OpenAPI summary, response and error codes. Every route carries exactly one.
 */
export function Endpoint(options: EndpointOptions): MethodDecorator {
  const {
    access,
    reference = 'none',
    response,
    otherResponses = [],
    summary,
    description,
    errors = [],
    acceptedResponse,
  } = options;
  const answersOk = response !== undefined || acceptedResponse === undefined;
  const decorators: MethodDecorator[] = [
    SetMetadata(ACCESS_METADATA, access),
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
    ...errorResponses([...impliedErrors(options), ...errors]),
  ];
  decorators.push(
    ApiExtraModels(
      ...[response, acceptedResponse].filter((model) => model !== undefined),
      ...otherResponses,
    ) as MethodDecorator,
  );
  if (access.audience === 'gateway') decorators.push(GATEWAY_KEY_HEADER);
  else if (access.audience === 'webhook') decorators.push(ApiBearerAuth(WEBHOOK_SECRET_SCHEME));
  else if (access.audience !== 'public') decorators.push(ApiBearerAuth());
  if (reference !== 'none') {
    decorators.push(
      ApiHeader({
        name: 'request-reference',
        required: reference === 'required',
        description:
          'Unique per request, at most 100 characters. The same request with the same reference gets the first answer again.',
        schema: { type: 'string', maxLength: 100, example: 'REF-20261121-0001' },
      }),
    );
  }
  return applyDecorators(...decorators);
}
