import type { InstalledCluster } from '../test/support/installed-postgres';
import { freePort } from '../test/support/server-process';
import { ApiProcesses } from './api-processes';
import { type Bank, BankClient, NoAnswerError } from './bank';
import { startAfterKill } from './replicated-postgres';

/** What a lost primary did when it came back. */
export interface OldPrimary {
  asked: number;
  acknowledged: string[];
}

export interface OldPrimarySettings {
  cluster: InstalledCluster;
  /** Folder of the program. */
  program: string;
  /** The environment of the API. */
  env: Record<string, string>;
  bank: Bank;
  logFile: string;
  /** Begins the references of its requests. */
  name: string;
}

const TRANSFER = '/api/transfer/v1/localfundtransfer';
const LIEN = '/api/accountlien/v1/placelien';
const REQUESTS = 4;
/** The second attempt finds what the first one left. */
const ATTEMPTS = 2;
const SERVING = 0;
const OLD = 1;

/**
 * Starts a lost primary again, with a process of the program that knows no other, and asks it for transfers and liens.
 * It must acknowledge none.
 */
export async function askOldPrimary(settings: OldPrimarySettings): Promise<OldPrimary> {
  const { cluster, program, env, bank, logFile } = settings;
  await startAfterKill(cluster);
  const port = await freePort();
  const api = new ApiProcesses({
    program,
    logFile,
    ports: [port],
    env: { ...env, DATABASE_URL: cluster.url('corebank'), BACKGROUND_WORK: 'false' },
    onChange: () => undefined,
  });
  try {
    await api.start();
    return await askFor(new BankClient({ ...bank, urls: [bank.urls[SERVING]!, `http://127.0.0.1:${port}`] }), settings);
  } finally {
    await api.stop();
  }
}

async function askFor(client: BankClient, { bank, name }: OldPrimarySettings): Promise<OldPrimary> {
  // The bank's server gives the token: the old primary would acknowledge no sign-in either.
  await client.call(SERVING, 'GET', `/api/transfer/v1/tsq/local?referenceNumber=${name}`).catch(() => undefined);
  const answers: OldPrimary = { asked: 0, acknowledged: [] };
  const ask = async (index: number): Promise<void> => {
    const reference = `${name}-${index}`;
    const [path, body] = requestOf(bank, index, reference);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      answers.asked += 1;
      const status = await client.call(OLD, 'POST', path, { body, reference }).then(
        ({ httpStatus }) => httpStatus,
        (error: unknown) => {
          if (error instanceof NoAnswerError) return undefined;
          throw error;
        },
      );
      if (status !== undefined && status < 300)
        answers.acknowledged.push(`the old primary acknowledged ${reference} at attempt ${attempt} with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: REQUESTS }, (_, index) => ask(index)));
  return answers;
}

/** Transfers, which the posting engine carries out, and liens, which it does not. */
function requestOf(bank: Bank, index: number, reference: string): [string, Record<string, unknown>] {
  const account = bank.accounts[index];
  if (index % 2 === 0) return [LIEN, { accountNumber: account, amount: 1, reason: 'Late', referenceNumber: reference }];
  const debitAccount = bank.largeSenders[index % bank.largeSenders.length];
  const transfer = { debitAccount, creditAccount: account, narration: 'Late', postingsTransactionType: 3 };
  return [TRANSFER, { ...transfer, amount: 1 }];
}
