import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { WEBHOOK_SECRET_SCHEME } from './common/http/endpoint.decorator';
import { operationIdOf } from './openapi-operation-ids';

const ADMIN_PREFIX = '/api/admin/';

const INTEGRATOR_TEXT = `The core-banking API channel: accounts, transfers and postings of the token's institution.

Authenticate with \`POST /api/auth/v1/authenticate\`, then send \`Authorization: Bearer <accessToken>\` on every call
and a unique \`request-reference\` on every write. Amounts are Naira with at most two decimals. Every response is
\`{ status, message, data }\`; a failure has a stable code in \`data.statusCode\`. After a time-out, query the
transaction before sending it again.`;

const STAFF_TEXT = `The API for an institution's staff: AML holds, approvals, posting groups, API clients, configuration
and the ledger.

Sign in with \`POST /api/admin/v1/login\`, then send \`Authorization: Bearer <accessToken>\`. Each route needs a
permission of the member's roles; the maker of a request cannot approve it.`;

const WEBHOOK_SECRET_TEXT =
  'The secret that the institution shares with its recovery partner. These routes refuse access tokens, and all ' +
  'other routes refuse the secret.';

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

/** The parts of an operation that are corrected. */
interface GeneratedOperation {
  responses: Record<string, unknown>;
  parameters?: { in: string; required?: boolean; schema?: { default?: unknown } }[];
}

/**
 * Corrects two faults of the generator: every POST answers 200 and not 201, and a query parameter with a default is
 * optional.
 */
function corrected(document: OpenAPIObject): OpenAPIObject {
  for (const operations of Object.values(document.paths)) {
    for (const { responses, parameters } of Object.values(operations) as GeneratedOperation[]) {
      delete responses['201'];
      for (const parameter of parameters ?? [])
        if (parameter.in === 'query' && parameter.schema?.default !== undefined) parameter.required = false;
    }
  }
  return document;
}

/** The documents of integrators and of staff, generated from the code. */
export function buildDocuments(app: NestFastifyApplication): { integrators: OpenAPIObject; staff: OpenAPIObject } {
  const builder = (title: string, text: string): DocumentBuilder =>
    new DocumentBuilder().setTitle(title).setDescription(text).setVersion('1.0.0').addBearerAuth();
  const build = (built: DocumentBuilder): OpenAPIObject =>
    corrected(
      SwaggerModule.createDocument(app, built.build(), {
        operationIdFactory: operationIdOf,
      }),
    );
  const integrators = builder('corebank API channel', INTEGRATOR_TEXT).addBearerAuth(
    { type: 'http', scheme: 'bearer', description: WEBHOOK_SECRET_TEXT },
    WEBHOOK_SECRET_SCHEME,
  );
  return {
    integrators: restrict(build(integrators), (path) => !path.startsWith(ADMIN_PREFIX)),
    staff: restrict(build(builder('corebank admin API', STAFF_TEXT)), (path) => path.startsWith(ADMIN_PREFIX)),
  };
}

/** The document of the providers' middleware, generated from the simulator. */
export function buildGatewayDocument(app: NestFastifyApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('corebank provider gateway')
    .setDescription(GATEWAY_TEXT)
    .setVersion('1.0.0');
  return corrected(
    SwaggerModule.createDocument(app, builder.build(), {
      operationIdFactory: operationIdOf,
    }),
  );
}

/** Swagger UI at `/docs` (integrators) and `/docs/admin` (staff), with the JSON beside each. */
export function serveDocuments(app: NestFastifyApplication): void {
  let documents: ReturnType<typeof buildDocuments> | undefined;
  const lazily = (): ReturnType<typeof buildDocuments> => (documents ??= buildDocuments(app));
  SwaggerModule.setup('docs/admin', app, () => lazily().staff, { jsonDocumentUrl: 'docs/admin.json' });
  SwaggerModule.setup('docs', app, () => lazily().integrators, { jsonDocumentUrl: 'docs/openapi.json' });
}
