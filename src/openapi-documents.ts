import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { WEBHOOK_SECRET_SCHEME } from './common/http/endpoint.decorator';

const ADMIN_PREFIX = '/api/admin/';

const INTEGRATOR_TEXT = `The core-banking API channel: accounts, transfers and postings of one institution, scoped by the token.

Authenticate with \`POST /api/auth/v1/authenticate\`, then send \`Authorization: Bearer <accessToken>\` on every call and a unique
\`request-reference\` on every write. Amounts are Naira with at most two decimals. Every answer is \`{ status, message, data }\`; a
failure carries a stable code in \`data.statusCode\`. After a time-out, query the transaction before sending it again.`;

const STAFF_TEXT = `What an institution's staff use: AML holds, approvals, posting groups, API clients, configuration and the ledger.

Sign in with \`POST /api/admin/v1/login\`, then send \`Authorization: Bearer <accessToken>\`. Each route needs a permission of the
member's roles; whoever made something cannot approve it.`;

const WEBHOOK_SECRET_TEXT =
  'The secret that the institution shares with its recovery partner. An access token is refused here, and the secret everywhere else.';

const GATEWAY_TEXT = `What corebank sends to the middleware of an institution's providers, and what it expects back. The simulator that comes with
it answers the same.

- Paths are below the address that the institution configured (\`TRANSFER_BASE_URL\` and so on). \`{provider}\` is providerh or providera for
  transfers; providera, providerc, providerd, providere, providerf or providerg for bills; providerb or providera for cards.
- Every call may carry \`X-Gateway-Key\`, \`X-Provider-Auth\`, \`X-Correlation-Id\`, \`Authorization\` and the headers that the institution
  configured for the provider.
- Amounts are Naira with at most two decimals.
- A list of cards shows with each card the \`reference\` of the request that linked it: a link whose answer was lost is looked up there.
- A call with an \`Idempotency-Key\` that was seen before is answered with the first result, and nothing is done again; the same key with
  another body is 409.
- Answers are JSON objects of at most 1 MiB. Status 2xx and 4xx are answers: 4xx means that nothing was done. Status 5xx and 408, a
  redirect, a broken connection and anything that is not a JSON object say nothing about what was done, and are followed by a status query.
- Of a payment only \`status\` counts. A final \`Failed\` must stay so: money is given back on it. \`NotReceived\` is a promise that what was
  sent so far will never be carried out; only then is it sent once more, under the same reference. While in doubt, answer \`Pending\`.`;

/** Keeps the paths that `wanted` accepts and the schemas they still reach. */
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
 * What the generator gets wrong: every POST answers 200, never the 201 it assumes, and a query parameter with a default is
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

/** The two documents, generated from the code: integrators' and staff's. */
export function buildDocuments(app: NestFastifyApplication): { integrators: OpenAPIObject; staff: OpenAPIObject } {
  const builder = (title: string, text: string): DocumentBuilder =>
    new DocumentBuilder().setTitle(title).setDescription(text).setVersion('1.0.0').addBearerAuth();
  const build = (built: DocumentBuilder): OpenAPIObject =>
    corrected(
      SwaggerModule.createDocument(app, built.build(), {
        operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
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

/** What the providers' middleware must answer, generated from the simulator. */
export function buildGatewayDocument(app: NestFastifyApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('corebank provider gateway')
    .setDescription(GATEWAY_TEXT)
    .setVersion('1.0.0');
  return corrected(
    SwaggerModule.createDocument(app, builder.build(), {
      operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
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
