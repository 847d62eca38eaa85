import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, getSchemaPath, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { AcceptedRequest, ErrorData } from './common/http/answers.dto';
import {
  GATEWAY_KEY_SCHEME,
  PERMISSION_EXTENSION,
  STEP_UP_EXTENSION,
  WEBHOOK_SECRET_SCHEME,
} from './common/http/endpoint.decorator';
import { nameAcceptedMovements } from './common/openapi/accepted-movement';
import { addAnswerHeaders } from './common/openapi/answer-headers';
import { addCsvBodies } from './common/openapi/describe-csv';
import { isReference, operationsOf, parametersOf, schemasOf } from './common/openapi/document-types';
import { toOpenApi30, toOpenApi31 } from './common/openapi/openapi-31';
import { refineRequests } from './common/openapi/refine-requests';
import { refineValues } from './common/openapi/refine-values';
import { addRequestExamples } from './common/openapi/request-examples';
import { requestShapes } from './common/openapi/request-shapes';
import { PROGRAM_VERSION } from './common/program-version';
import { operationIdOf } from './openapi-operation-ids';
import { addPathExamples } from './openapi-path-examples';
import { type DocumentedTag, GATEWAY_TAGS, INTEGRATOR_TAGS, orderedTags, STAFF_TAGS } from './openapi-tags';
import { withWebhooks } from './openapi-webhooks';

const ADMIN_PREFIX = '/api/admin/';

/** Refusals that no route lists, because every address can answer them. */
const ANY_ADDRESS_TEXT = `Besides the codes that a route lists, every address can answer 404 \`NOT_FOUND\`, 405
\`METHOD_NOT_ALLOWED\`, 408 \`REQUEST_TIMEOUT\`, 413 \`PAYLOAD_TOO_LARGE\`, 415 \`UNSUPPORTED_MEDIA_TYPE\`, 417
\`EXPECTATION_FAILED\`, 431 \`HEADERS_TOO_LARGE\` and 500 \`INTERNAL_ERROR\`, in the same envelope.`;

const INTEGRATOR_TEXT = `The core-banking API channel: accounts, transfers and postings of the token's institution.

Authenticate with \`POST /api/auth/v1/authenticate\`, then send \`Authorization: Bearer <accessToken>\` on every call
and a unique \`request-reference\` on every write. Amounts are Naira with at most two decimals. Every response is
\`{ status, message, data }\`; a failure has a stable code in \`data.statusCode\`. After a time-out, query the
transaction before sending it again. The [guides](/docs/guides/getting-started.html) show it step by step.

${ANY_ADDRESS_TEXT}`;

const STAFF_TEXT = `The API for an institution's staff: AML holds, approvals, posting groups, API clients, configuration
and the ledger.

Sign in with \`POST /api/admin/v1/login\`, then send \`Authorization: Bearer <accessToken>\`. Each route needs a
permission of the member's roles; the maker of a request cannot approve it. Every response is
\`{ status, message, data }\`; a failure has a stable code in \`data.statusCode\`.

${ANY_ADDRESS_TEXT}`;

const WEBHOOK_SECRET_TEXT =
  'The secret that the institution shares with its recovery partner. These routes refuse access tokens, and all ' +
  'other routes refuse the secret.';

const CALLBACK_KEY_TEXT =
  'The key that the institution shares with the middleware; it identifies the institution. No bearer token is sent.';

const GATEWAY_KEY_TEXT =
  'The key that the institution and the middleware share for this function, if they agreed on one.';

const GATEWAY_TEXT = `The calls of corebank to the middleware of an institution's providers, and the expected responses.
The simulator of corebank gives the same responses.

- Paths are below the address that the institution configured (\`TRANSFER_BASE_URL\` and so on). \`{provider}\` is
  providerh or providera for transfers; providera, providerc, providerd, providere, providerf or providerg for bills;
  providerb or providera for cards.
- Every call may carry \`X-Gateway-Key\`, \`X-Provider-Auth\`, \`X-Correlation-Id\`, \`Authorization\` and the headers
  that the institution configured for the provider.
- Amounts are Naira with at most two decimals.
- A list of cards has the \`reference\` of the link request with each card: a link whose response was lost is looked up
  there.
- A repeated \`Idempotency-Key\` gets the first result, and nothing is done again; the same key with another body gets
  409.
- Responses are JSON objects of at most 1 MiB. Status 2xx and 4xx are results: 4xx means that nothing was done. Status
  5xx and 408, a redirect, a broken connection and a body that is not a JSON object are no results; a status query
  follows them.
- The result of a payment is its \`status\` alone. A final \`Failed\` must stay \`Failed\`, because money is returned on
  it. \`NotReceived\` promises that the calls so far will never be carried out; only then is the payment sent once more,
  under the same reference. When in doubt, answer \`Pending\`.`;

/** Keeps the accepted paths and the schemas that they use. */
function restrict(document: OpenAPIObject, wanted: (path: string) => boolean): OpenAPIObject {
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => wanted(path)));
  const schemas = document.components?.schemas ?? {};
  const reached = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name === undefined || reached.has(name)) continue;
      reached.add(name);
      visit(schemas[name] ?? {});
    }
  };
  visit(paths);
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => reached.has(name)));
  return { ...document, paths, components: { ...document.components, schemas: kept } };
}

/**
 * Corrects faults of the generator: every POST answers 200 and not 201, a query parameter with a default is optional,
 * and a parameter's example stands beside its schema only.
 */
function corrected(document: OpenAPIObject): OpenAPIObject {
  for (const { operation } of operationsOf(document)) {
    delete operation.responses['201'];
    for (const parameter of parametersOf(operation)) {
      const schema = parameter.schema;
      if (parameter.in === 'query' && schema && !isReference(schema) && schema.default !== undefined)
        parameter.required = false;
    }
  }
  return document;
}

const routeKey = (controller: string, method: string): string => `${controller}.${method}`;

/** Names the operations for generated clients; before, their ids are the names of their routes. */
function nameOperations(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    const [controller, method] = (operation.operationId ?? '').split('.') as [string, string];
    operation.operationId = operationIdOf(controller, method);
    // A summary is all that there is to say about some routes; clients are generated from descriptions.
    operation.description ??= `${operation.summary}.`;
  }
}

/** Puts the groups of the document's operations into their order. */
function orderTags(document: OpenAPIObject, declared: DocumentedTag[]): void {
  const used = new Set(operationsOf(document).flatMap(({ operation }) => operation.tags ?? []));
  document.tags = orderedTags(declared, used);
}

/** The document of an application, in OpenAPI 3.0 with the bounds that the code enforces. */
function describe(app: NestFastifyApplication, builder: DocumentBuilder): OpenAPIObject {
  const document = corrected(SwaggerModule.createDocument(app, builder.build(), { operationIdFactory: routeKey }));
  const shapes = requestShapes(app);
  refineRequests(document, shapes);
  addPathExamples(document);
  refineValues(document);
  addRequestExamples(document, shapes);
  addCsvBodies(document);
  nameAcceptedMovements(document);
  nameOperations(document);
  for (const { operation } of operationsOf(document)) operation.security ??= [];
  openToFurtherFields(document);
  document.info.contact = { name: 'The institution that runs this service' };
  return document;
}

/** Failures and pending requests name values and records in further fields. */
function openToFurtherFields(document: OpenAPIObject): void {
  const schemas = schemasOf(document);
  for (const type of [ErrorData, AcceptedRequest]) {
    const schema = schemas[getSchemaPath(type).split('/').pop()!];
    if (schema) schema.additionalProperties = true;
  }
}

/** Routes of the staff's document that need no token, such as the sign-in, need no permission and no proof either. */
function declareOpenRoutes(staff: OpenAPIObject): void {
  for (const { operation } of operationsOf(staff))
    if (!(PERMISSION_EXTENSION in operation))
      Object.assign(operation, { [PERMISSION_EXTENSION]: null, [STEP_UP_EXTENSION]: false });
}

function builderOf(title: string, text: string): DocumentBuilder {
  return new DocumentBuilder()
    .setTitle(title)
    .setDescription(text)
    .setVersion(PROGRAM_VERSION)
    .addServer('/', 'The address that serves this document');
}

/** The documents of integrators and of staff, generated from the code, in OpenAPI 3.0. */
function describeApi(app: NestFastifyApplication): { integrators: OpenAPIObject; staff: OpenAPIObject } {
  const builder = builderOf('corebank API channel', INTEGRATOR_TEXT)
    .addBearerAuth()
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'X-Gateway-Key', description: CALLBACK_KEY_TEXT },
      GATEWAY_KEY_SCHEME,
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: WEBHOOK_SECRET_TEXT }, WEBHOOK_SECRET_SCHEME);
  const whole = describe(app, builder);
  addAnswerHeaders(whole);
  const integrators = restrict(whole, (path) => !path.startsWith(ADMIN_PREFIX));
  const staff = restrict(whole, (path) => path.startsWith(ADMIN_PREFIX));
  staff.info = { ...staff.info, title: 'corebank admin API', description: STAFF_TEXT };
  const { [WEBHOOK_SECRET_SCHEME]: _, [GATEWAY_KEY_SCHEME]: __, ...schemes } = staff.components?.securitySchemes ?? {};
  staff.components = { ...staff.components, securitySchemes: schemes };
  orderTags(integrators, INTEGRATOR_TAGS);
  orderTags(staff, STAFF_TAGS);
  declareOpenRoutes(staff);
  return { integrators, staff };
}

/** The documents of integrators and of staff, in OpenAPI 3.1. */
export function buildDocuments(app: NestFastifyApplication): { integrators: OpenAPIObject; staff: OpenAPIObject } {
  const { integrators, staff } = describeApi(app);
  return { integrators: withWebhooks(toOpenApi31(integrators)), staff: toOpenApi31(staff) };
}

/** The same documents in OpenAPI 3.0. */
export function buildDocuments30(app: NestFastifyApplication): { integrators: OpenAPIObject; staff: OpenAPIObject } {
  const { integrators, staff } = describeApi(app);
  return { integrators: toOpenApi30(integrators), staff: toOpenApi30(staff) };
}

const CALLBACK_PREFIX = '/cba/transfers/';

/**
 * The document of the providers' middleware, in OpenAPI 3.1: our calls, generated from the simulator, and the calls of
 * the transfer middleware to the application.
 * @param callbacks the document of integrators.
 */
export function buildGatewayDocument(app: NestFastifyApplication, callbacks: OpenAPIObject): OpenAPIObject {
  const builder = builderOf('corebank provider gateway', GATEWAY_TEXT).addApiKey(
    { type: 'apiKey', in: 'header', name: 'X-Gateway-Key', description: GATEWAY_KEY_TEXT },
    GATEWAY_KEY_SCHEME,
  );
  const document = describe(app, builder);
  orderTags(document, GATEWAY_TAGS);
  return withCallbacks(toOpenApi31(document), callbacks);
}

/** Adds the calls of the middleware, whose address is that of the application. */
function withCallbacks(gateway: OpenAPIObject, callbacks: OpenAPIObject): OpenAPIObject {
  const called = structuredClone(restrict(callbacks, (path) => path.startsWith(CALLBACK_PREFIX)));
  const servers = [{ url: '/', description: 'The address of corebank' }];
  for (const { operation } of operationsOf(called)) operation.servers = servers;
  const text = JSON.stringify(called.paths);
  const headers = Object.fromEntries(
    Object.entries(called.components?.headers ?? {}).filter(([name]) => text.includes(`#/components/headers/${name}"`)),
  );
  const names = new Set(operationsOf(called).flatMap(({ operation }) => operation.tags ?? []));
  return {
    ...gateway,
    paths: { ...gateway.paths, ...called.paths },
    tags: [...(gateway.tags ?? []), ...(callbacks.tags ?? []).filter(({ name }) => names.has(name))],
    components: {
      ...gateway.components,
      headers: { ...headers, ...gateway.components?.headers },
      schemas: { ...called.components?.schemas, ...gateway.components?.schemas },
    },
  };
}

/** The page keeps the token over a reload and has a box that searches the groups of operations. */
const PAGE = { persistAuthorization: true, filter: true, displayRequestDuration: true, docExpansion: 'none' };

/**
 * Swagger UI at `/docs/reference` (integrators) and `/docs/admin` (staff). Beside each is the document as JSON in
 * OpenAPI 3.1, and in 3.0 for generators that do not read 3.1.
 *
 * @param apiUrl the address of the API where it is not that of the documentation.
 */
export function serveDocuments(app: NestFastifyApplication, apiUrl?: string): void {
  let described: ReturnType<typeof describeApi> | undefined;
  const lazily = (): ReturnType<typeof describeApi> => (described ??= describeServed());
  const describeServed = (): ReturnType<typeof describeApi> => {
    const documents = describeApi(app);
    if (apiUrl !== undefined)
      for (const document of Object.values(documents))
        document.servers = [{ url: apiUrl, description: 'The address of the API' }];
    return documents;
  };
  const serve30 = (path: string, read: () => OpenAPIObject): void =>
    SwaggerModule.setup(path, app, () => toOpenApi30(read()), {
      ui: false,
      raw: ['json'],
      jsonDocumentUrl: `${path}.json`,
    });
  const serve = (
    path: string,
    jsonDocumentUrl: string,
    customSiteTitle: string,
    read: () => OpenAPIObject,
    complete = (document: OpenAPIObject): OpenAPIObject => document,
  ): void =>
    SwaggerModule.setup(path, app, () => complete(toOpenApi31(read())), {
      jsonDocumentUrl,
      customSiteTitle,
      swaggerOptions: PAGE,
    });
  serve30('docs/admin-3.0', () => lazily().staff);
  serve30('docs/openapi-3.0', () => lazily().integrators);
  serve('docs/admin', 'docs/admin.json', 'corebank admin API', () => lazily().staff);
  serve('docs/reference', 'docs/openapi.json', 'corebank API channel', () => lazily().integrators, withWebhooks);
}
