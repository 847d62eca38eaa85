import { setTimeout as sleep } from 'node:timers/promises';
import { Api, ApiFailure } from './api.mjs';
import { readSandbox, UsageError } from './session.mjs';
import { newSecret, signedHeaders } from './signature.mjs';

const PATH = '/api/events/v1/events';
const PAGE = 200;
const EVERY_MS = 500;
const RETRY_MS = 2_000;

/** Pulls events as they come, prints them and forwards them, in order. Runs until it is stopped or has had `count`. */
export async function listen(session, { forwardTo, events, subscribe, secret = newSecret(), after, count }) {
  const types = events?.split(',').map((type) => type.trim());
  const api = new Api(session);
  if (subscribe) await subscribeClient(session, types);
  let position = after ?? (await endOfStream(api));
  console.log(`Listening after ${position}${forwardTo === undefined ? '' : `, forwarding to ${forwardTo}`}`);
  if (forwardTo !== undefined) console.log(`Signed with ${secret}`);
  let seen = 0;
  for (;;) {
    const page = await pull(api, position);
    for (const event of page.events) {
      if (types && !types.includes(event.type)) continue;
      await show(event, forwardTo, secret);
      seen += 1;
      if (seen === count) return;
    }
    position = page.nextAfter;
    if (!page.hasMore) await sleep(EVERY_MS);
  }
}

async function show(event, forwardTo, secret) {
  const outcome = forwardTo === undefined ? '' : await forward(event, forwardTo, secret);
  console.log(`${event.timestamp} ${event.type} ${event.resource.type} ${event.resource.id} ${outcome}`.trimEnd());
}

/** Sends an event until it is accepted, like the service: the next event of a resource must not overtake it. */
async function forward(event, forwardTo, secret) {
  const body = JSON.stringify(event);
  for (;;) {
    const headers = signedHeaders(secret, event.id, body);
    const answer = await fetch(forwardTo, { method: 'POST', headers, body, redirect: 'manual' }).catch(
      (error) => error,
    );
    if (answer.ok) return `→ ${answer.status}`;
    const failure = answer instanceof Error ? (answer.cause?.code ?? answer.message) : answer.status;
    console.error(`${forwardTo} did not accept ${event.id} (${failure}); trying again.`);
    await sleep(RETRY_MS);
  }
}

/** @throws UsageError when the client has no subscription */
async function pull(api, position) {
  try {
    return (await api.get(PATH, { After: position, Limit: PAGE })).data;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.statusCode === 'NO_EVENT_SUBSCRIPTION')
      throw new UsageError(
        'The API client is subscribed to no events. In a sandbox add --subscribe; elsewhere ask the institution.',
      );
    if (error.status !== 0 && error.status < 500 && error.status !== 429) throw error;
    console.error(`${error.message}; trying again.`);
    await sleep(RETRY_MS);
    return { events: [], nextAfter: position, hasMore: true };
  }
}

async function endOfStream(api) {
  let position = 0;
  for (;;) {
    const { nextAfter, hasMore } = await pull(api, position);
    position = nextAfter;
    if (!hasMore) return position;
  }
}

/** Subscribes the client of a sandbox to types of events: one administrator asks, the other approves. */
async function subscribeClient(session, types) {
  if (session.sandbox === undefined)
    throw new UsageError('--subscribe needs a sandbox: sign in with corebank-dev login --sandbox FILE');
  const { staff } = readSandbox(session.sandbox);
  const eventTypes = types ?? (await allTypes(session));
  const maker = new Api(session, staff.administrator);
  const asked = await maker.post('/api/admin/v1/webhooks', { clientId: session.clientId, eventTypes });
  const checker = new Api(session, staff.secondAdministrator);
  await checker.post(`/api/admin/v1/approvals/${asked.data.approvalId}/approve`, {});
}

/** The types of events that the document of the service describes. */
async function allTypes(session) {
  const answer = await fetch(`${session.url}/docs/openapi.json`);
  if (!answer.ok) throw new UsageError('Name the types with --events: the service does not show its document here.');
  return Object.keys((await answer.json()).webhooks);
}
