import { createInterface } from 'node:readline/promises';
import path from 'node:path';
import { Api } from './api.mjs';
import { readSandbox, UsageError, writeSession } from './session.mjs';

/** Signs in, and keeps what the next commands need. */
export async function login({ sandbox, url, clientId }, file) {
  const session = clientId === undefined ? ofSandbox(sandbox, url) : await ofClient(url, clientId);
  await new Api(session).token();
  writeSession(file, session);
  console.log(`Signed in as ${session.clientId} at ${session.url}`);
}

function ofSandbox(sandbox, url) {
  const { baseUrl, client } = readSandbox(sandbox);
  return { url: url ?? baseUrl, ...client, sandbox: path.resolve(sandbox) };
}

async function ofClient(url, clientId) {
  if (url === undefined) throw new UsageError('Name the address of the API with --url.');
  const clientSecret = process.env.COREBANK_CLIENT_SECRET ?? (await ask(`Secret of ${clientId}: `));
  return { url, clientId, clientSecret };
}

async function ask(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
