import { createServer, request as httpRequest, type Server } from 'node:http';
import type { BenchAccounts } from './accounts';
import { generateLoad, type LoadResult } from './load-generator';
import { authenticate, authenticateStaff, type RunningServer } from './server';

const DELAY_MS = 10_000;
const OUTWARD_CONNECTIONS = 24;
const LOCAL_CONNECTIONS = 16;
const RUN_MS = 20_000;
const WARM_UP_MS = 3_000;
const BENEFICIARY = { account: '0123456789', institution: '000013' };

export interface SlowProviderResult {
  /** Local transfers before, during and after outward transfers through a provider that takes 10 s. */
  before: LoadResult;
  during: LoadResult;
  after: LoadResult;
  outward: { accepted: number; failures: Record<string, number> };
}

/** `--slow-provider`: whether a provider that answers after 10 s slows local transfers down. */
export async function measureSlowProvider(server: RunningServer, loaded: BenchAccounts): Promise<SlowProviderResult> {
  const token = await authenticate(server);
  const nameEnquiry = await enquire(server, token);
  const slow = await slowProxy(server.port + 1);
  try {
    await pointTransfersAt(server, slow.port);
    const before = await localLoad(server, loaded, token, 'before');
    const outwardLoad = generateLoad({
      port: server.port,
      connections: OUTWARD_CONNECTIONS,
      durationMs: WARM_UP_MS + RUN_MS,
      warmUpMs: 0,
      path: '/api/transfer/v1/outwardtransfer',
      token,
      referencePrefix: `SLOW-${process.pid}`,
      body: (n) =>
        JSON.stringify({
          ...nameEnquiry,
          originatorAccountNumber: server.sandbox.accounts[0]!.accountNumber,
          transactionReference: `SLOW-OUT-${process.pid}-${n}`,
          amount: 150.5,
        }),
    });
    const during = await localLoad(server, loaded, token, 'during');
    const { answers, failures } = await outwardLoad;
    const after = await localLoad(server, loaded, token, 'after');
    return { before, during, after, outward: { accepted: answers, failures } };
  } finally {
    slow.server.closeAllConnections();
    slow.server.close();
  }
}

const pick = ({ numbers }: BenchAccounts): string => numbers[Math.floor(Math.random() * numbers.length)]!;

function localLoad(server: RunningServer, loaded: BenchAccounts, token: string, name: string): Promise<LoadResult> {
  return generateLoad({
    port: server.port,
    connections: LOCAL_CONNECTIONS,
    durationMs: RUN_MS,
    warmUpMs: WARM_UP_MS,
    path: '/api/transfer/v1/localfundtransfer',
    token,
    referencePrefix: `SLOW-${name}-${process.pid}`,
    body: () => {
      const debitAccount = pick(loaded);
      let creditAccount = pick(loaded);
      while (creditAccount === debitAccount) creditAccount = pick(loaded);
      return JSON.stringify({
        debitAccount,
        creditAccount,
        amount: 150.5,
        narration: 'Bench transfer',
        postingsTransactionType: 3,
      });
    },
  });
}

/** Beneficiary fields of an outward transfer. */
async function enquire({ port }: RunningServer, token: string): Promise<Record<string, string>> {
  const query = new URLSearchParams({
    DestinationAccountNumber: BENEFICIARY.account,
    DestinationInstitutionCode: BENEFICIARY.institution,
  });
  const response = await fetch(`http://127.0.0.1:${port}/api/transfer/v1/nameenquiry?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await response.json()) as { data: { nameEnquiryRef: string; accountName: string } };
  return {
    nameEnquiryRef: data.nameEnquiryRef,
    originatorAccountName: 'Bench Customer',
    beneficiaryAccountNumber: BENEFICIARY.account,
    beneficiaryAccountName: data.accountName,
    destinationInstitutionCode: BENEFICIARY.institution,
    beneficiaryBankName: 'A bank',
  };
}

async function pointTransfersAt(server: RunningServer, port: number): Promise<void> {
  const token = await authenticateStaff(server, 'administrator');
  const response = await fetch(`http://127.0.0.1:${server.port}/api/admin/v1/configuration/TRANSFER_BASE_URL`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'request-reference': `SLOW-URL-${process.pid}`,
    },
    body: JSON.stringify({ value: `http://127.0.0.1:${port}` }),
  });
  if (!response.ok) throw new Error(`The provider's address was not taken: ${await response.text()}`);
}

/** A middleware that passes everything on to the simulator, 10 s late. */
async function slowProxy(simulatorPort: number): Promise<{ server: Server; port: number }> {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      setTimeout(() => {
        const onward = httpRequest(
          {
            port: simulatorPort,
            host: '127.0.0.1',
            method: incoming.method,
            path: incoming.url,
            headers: incoming.headers,
          },
          (answer) => {
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(outgoing);
          },
        );
        onward.on('error', () => outgoing.destroy());
        onward.end(Buffer.concat(chunks));
      }, DELAY_MS);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as { port: number }).port };
}
