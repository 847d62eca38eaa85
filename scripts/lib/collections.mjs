// Collections of every operation of an OpenAPI document, for Bruno and Postman. Requests are those of the document's
// examples; identifiers of records are the reader's to put in.

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The operations in the order of the document's tags, with the parts of their example requests; a reset comes last. */
function requestsOf(document) {
  const tags = document.tags.map(({ name }) => name);
  const requests = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => requestOf(path, method, item[method])),
  );
  const place = (request) => (endsToken(request) ? tags.length : tags.indexOf(request.tag));
  return requests.sort((a, b) => place(a) - place(b));
}

/** The first fields of which at least one must be sent. */
const chosen = ({ 'x-field-rules': rules = [] }) =>
  rules.flatMap(({ rule, groups }) => (rule === 'any-of' ? groups[0] : []));

function requestOf(path, method, operation) {
  const parameters = operation.parameters ?? [];
  const part = (place, isWanted = () => true) =>
    parameters
      .filter((parameter) => parameter.in === place && isWanted(parameter))
      .map(({ name, schema }) => [name, String(schema.example ?? schema.default ?? schema.enum?.[0] ?? '')]);
  const [media] = Object.values(operation.requestBody?.content ?? {});
  return {
    name: operation.operationId,
    title: operation.summary ?? operation.operationId,
    tag: operation.tags[0],
    method,
    path,
    pathParameters: part('path'),
    query: part('query', ({ name, required }) => required || chosen(operation).includes(name)),
    takesReference: parameters.some(({ name }) => name === 'request-reference'),
    body: signsIn(operation) ? { clientId: '{{clientId}}', clientSecret: '{{clientSecret}}' } : media?.example,
    isPublic: operation.security.length === 0,
    isClient: operation.security.some((scheme) => 'bearer' in scheme),
    signsIn: signsIn(operation),
    statuses: Object.keys(operation.responses).map(Number),
  };
}

const signsIn = ({ operationId }) => operationId === 'authenticate';
const endsToken = ({ name }) => name === 'resetSandbox';

/** Statuses by which an answer says that the request itself is wrong. */
const MALFORMED = [400, 415];

/** Statuses that the request may get: documented ones, and with a token none that says who or what is wrong. */
const expected = ({ statuses, isClient }) =>
  statuses.filter((status) => !MALFORMED.includes(status) && !(isClient && status === 401));

const indented = (text) => text.replace(/^/gm, '  ');
const block = (name, lines) => (lines.length === 0 ? '' : `\n${name} {\n${indented(lines.join('\n'))}\n}\n`);
const pairs = (entries) => entries.map(([name, value]) => `${name}: ${value}`);

/** A request in Bruno's language. */
function bruOf(request, seq) {
  const { name, method, path, pathParameters, query, takesReference, body, isClient, signsIn } = request;
  const url = path.replace(/\{(\w+)\}/g, ':$1');
  const search = query.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
  const bodyKind = body === undefined ? 'none' : 'json';
  const check = `test("${name} answers as documented", function () {\n  expect(${JSON.stringify(expected(request))}).to.include(res.getStatus());\n});`;
  return [
    `meta {\n  name: ${name}\n  type: http\n  seq: ${seq}\n}\n`,
    `\n${method} {\n  url: {{baseUrl}}${url}${search ? `?${search}` : ''}\n  body: ${bodyKind}\n  auth: ${isClient ? 'bearer' : 'none'}\n}\n`,
    block('params:query', pairs(query)),
    block('params:path', pairs(pathParameters)),
    block('headers', takesReference ? ['request-reference: {{$guid}}'] : []),
    isClient ? block('auth:bearer', ['token: {{token}}']) : '',
    body === undefined ? '' : block('body:json', [JSON.stringify(body, null, 2)]),
    signsIn ? block('script:post-response', ['bru.setVar("token", res.getBody().accessToken);']) : '',
    block('tests', [check]),
  ].join('');
}

/**
 * The files of a Bruno collection, by their paths.
 * @param name of the collection
 */
export function brunoCollection(document, name) {
  const files = { 'bruno.json': `${JSON.stringify({ version: '1', name, type: 'collection' }, null, 2)}\n` };
  files['environments/sandbox.bru'] =
    'vars {\n  baseUrl: http://localhost:3000\n  clientId: sandbox-client\n}\nvars:secret [\n  clientSecret\n]\n';
  const requests = requestsOf(document);
  const folders = [...new Set(requests.map(({ tag }) => tag))];
  for (const [index, folder] of folders.entries()) {
    // Bruno runs folders by their names; signing in comes first.
    const place = `${String(index + 1).padStart(2, '0')} ${folder}`;
    files[`${place}/folder.bru`] = `meta {\n  name: ${folder}\n  seq: ${index + 1}\n}\n`;
    for (const [seq, request] of requests.filter(({ tag }) => tag === folder).entries())
      files[`${place}/${request.name}.bru`] = bruOf(request, seq + 1);
  }
  return files;
}

function postmanItem({ name, title, method, path, pathParameters, query, takesReference, body, isClient, signsIn }) {
  const headers = [
    ...(takesReference ? [{ key: 'request-reference', value: '{{$guid}}' }] : []),
    ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
  ];
  const segments = path
    .slice(1)
    .replace(/\{(\w+)\}/g, ':$1')
    .split('/');
  const keep = "pm.collectionVariables.set('token', pm.response.json().accessToken);";
  return {
    name,
    ...(signsIn ? { event: [{ listen: 'test', script: { type: 'text/javascript', exec: [keep] } }] } : {}),
    request: {
      description: title,
      method: method.toUpperCase(),
      header: headers,
      ...(isClient ? {} : { auth: { type: 'noauth' } }),
      ...(body === undefined ? {} : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        query: query.map(([key, value]) => ({ key, value })),
        variable: pathParameters.map(([key, value]) => ({ key, value })),
      },
    },
  };
}

/** The same as a Postman collection of version 2.1. */
export function postmanCollection(document, name) {
  const requests = requestsOf(document);
  const folders = [...new Set(requests.map(({ tag }) => tag))];
  return {
    info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://localhost:3000' },
      { key: 'clientId', value: 'sandbox-client' },
      { key: 'clientSecret', value: '' },
      { key: 'token', value: '' },
    ],
    item: folders.map((folder) => ({
      name: folder,
      item: requests.filter(({ tag }) => tag === folder).map(postmanItem),
    })),
  };
}
