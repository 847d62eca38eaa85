#!/usr/bin/env node
import { Command, InvalidArgumentError } from 'commander';
import { Api, ApiFailure } from './api.mjs';
import { listen } from './listen.mjs';
import { login } from './login.mjs';
import { readSession, sessionFile } from './session.mjs';
import { TRIGGERS, trigger } from './trigger.mjs';

function address(text) {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/$/, '');
  throw new InvalidArgumentError('It must be an address such as http://localhost:3000.');
}

function wholeNumber(text) {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

const program = new Command('corebank-dev')
  .description(
    'Develop an integration against the corebank sandbox: receive its events on this machine, and cause them.',
  )
  .version('0.2.0')
  .option('--session <file>', 'file of the session', sessionFile())
  .showHelpAfterError();

program
  .command('login')
  .description('Sign in as an API client, and keep its credentials in the file of the session.')
  .option('--sandbox <file>', 'file with the credentials of a sandbox', '.data/sandbox.json')
  .option('--url <address>', 'address of the API; without it that of the sandbox', address)
  .option('--client-id <id>', 'id of the API client; its secret is asked for, or read from COREBANK_CLIENT_SECRET')
  .action((options) => login(options, program.opts().session));

program
  .command('listen')
  .description('Print events as they happen, and send them to an address of this machine, signed like the real ones.')
  .option('--forward-to <address>', 'where to send them, such as http://localhost:8080/events', address)
  .option('--events <types>', 'types of events, separated by commas; without it all that the client subscribed to')
  .option('--subscribe', 'subscribe the API client of the sandbox first')
  .option('--secret <secret>', 'secret to sign with (whsec_…); without it a new one')
  .option('--after <number>', 'begin after this number of the stream; without it now', wholeNumber)
  .option('--count <number>', 'end after so many events', wholeNumber)
  .action((options) => run((session) => listen(session, options)));

program
  .command('trigger')
  .description('Make an event happen in the sandbox.')
  .argument('<event>', `one of: ${Object.keys(TRIGGERS).join(', ')}`)
  .action((event) => run((session) => trigger(new Api(session), event)));

/** Runs a command with the session of the last sign-in. */
async function run(command) {
  await command(readSession(program.opts().session));
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof ApiFailure) && error.code !== 'COREBANK_DEV') throw error;
  console.error(error.message);
  process.exitCode = 1;
}
