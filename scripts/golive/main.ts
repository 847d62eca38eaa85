import path from 'node:path';
import { parseArgs } from 'node:util';
import { BankOpening, type OpenedInstitution } from './bank-opening';
import { Installation } from './installation';
import { Program } from './program';

/** Findings of `corebank doctor` that belong to the operator's server and not to the rehearsal. */
const OF_THE_SERVER = ['archiving', 'disk', 'tools', 'durability', 'standbys', 'synchronous', 'replication-slots'];

/** The steps so far, with their seconds. */
const steps: { step: string; result: string; seconds: number }[] = [];

async function step<T>(name: string, work: () => T | Promise<T>, describe: (result: T) => string): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  steps.push({ step: name, result: describe(result), seconds });
  console.error(`${String(steps.length).padStart(2)}. ${name} (${seconds} s): ${describe(result)}`);
  return result;
}

const own = (result: string): string => result;

/** An institution of the microfinance template with two administrators. */
function institutionFile(code: string): object {
  const administrator = (part: number): object => ({
    staffID: `ADM00${part}`,
    name: `Administrator ${part}`,
    email: `administrator${part}@bank${code}.example`,
  });
  return {
    code,
    name: `Rehearsal Bank ${code}`,
    template: 'microfinance-bank',
    headOffice: { branchCode: '001', branchName: 'Head Office', address: '1 Marina, Lagos' },
    administrators: [administrator(1), administrator(2)],
  };
}

/**
 * Takes an empty external PostgreSQL to two institutions that move money by two people, backs them up, restores them
 * beside it and proves the copy (docs/operations.md#rehearsal-of-going-live).
 */
async function rehearse(adminUrl: string, fromSources: boolean): Promise<void> {
  const installation = new Installation(adminUrl);
  let program: Program | undefined;
  try {
    const database = await step('database and roles', () => installation.createDatabase('live'), own);
    const environment = await installation.environment(database);
    program = new Program(environment, fromSources);
    await prepareSchema(program);
    const base = `http://127.0.0.1:${environment.PORT}`;
    const opened: OpenedInstitution[] = [];
    for (const code of ['51101', '51102']) opened.push(await openInstitution(program, installation, code));
    await step(
      'server in production mode',
      () => program!.start(),
      () => base,
    );
    const first = await openBank(base, opened[0]!);
    const second = await openBank(base, opened[1]!);
    await first.bank.cannotSee(Object.keys(second.balances)[0]!);
    for (const { institutionId } of opened) await checkInstitution(program, institutionId);
    await restoreBeside(program, installation);
    for (const { bank, balances } of [first, second])
      await step('balances after the backup', () => bank.compareBalances(balances), own);
    await step(
      'stop',
      () => program!.stop(),
      (code) => `exit code ${code}`,
    );
  } finally {
    await program?.stop();
    await installation.remove();
  }
}

async function prepareSchema(program: Program): Promise<void> {
  await step(
    'schema',
    () => program.corebank(['migrate']),
    ({ migrations }) => `${(migrations as string[]).length} migrations`,
  );
  await step(
    'doctor',
    () => program.corebank(['doctor'], {}, [0, 1]),
    ({ items }) => {
      const wrong = (items as { name: string; ok: boolean; message: string }[]).filter(({ ok }) => !ok);
      const ours = wrong.filter(({ name }) => !OF_THE_SERVER.includes(name));
      if (ours.length > 0) throw new Error(`doctor: ${ours.map(({ message }) => message).join(' ')}`);
      return wrong.length === 0 ? 'all is well' : `to do on this server: ${wrong.map(({ name }) => name).join(', ')}`;
    },
  );
}

async function openInstitution(program: Program, installation: Installation, code: string): Promise<OpenedInstitution> {
  const file = installation.file(`institution-${code}.json`, institutionFile(code));
  return (await program.corebank(['institution', 'create', '--file', file])) as unknown as OpenedInstitution;
}

async function openBank(
  base: string,
  institution: OpenedInstitution,
): Promise<{ bank: BankOpening; balances: Record<string, number> }> {
  const bank = new BankOpening(base, institution);
  const named = (name: string): string => `${name} of institution ${institution.institutionId}`;
  await step(named('staff'), () => bank.gatherStaff(), own);
  await step(named('rules and client'), () => bank.configure(), own);
  const balances = await step(
    named('money'),
    () => bank.moveMoney(),
    () => 'moved with and without approvals',
  );
  await step(named('balances'), () => bank.compareBalances(balances), own);
  return { bank, balances };
}

async function checkInstitution(program: Program, institutionId: number): Promise<void> {
  await step(
    `readiness of institution ${institutionId}`,
    () => program.corebank(['institution', 'check', '--institution', String(institutionId)]),
    () => 'nothing is missing',
  );
}

/** A backup while the server runs, restored into a database of its own and proven there. */
async function restoreBeside(program: Program, installation: Installation): Promise<void> {
  const to = path.join(installation.folder, 'backups');
  const { folder } = await step(
    'backup',
    () => program.corebank(['backup', '--to', to]),
    ({ bytes }) => `${Math.round(Number(bytes) / 1024)} KiB`,
  );
  const copy = await installation.createDatabase('copy');
  const settings = await installation.environment(copy);
  await step(
    'restore and proof',
    () => program.corebank(['restore', '--from', String(folder), '--verify'], settings),
    ({ items }) => `${(items as object[]).length} checks of the copy passed`,
  );
  await step(
    'proof of the live books',
    () => program.corebank(['reconcile']),
    ({ institutions }) => `${(institutions as object[]).length} institutions`,
  );
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { json: { type: 'boolean' }, 'from-sources': { type: 'boolean' } },
    strict: true,
  });
  const adminUrl = process.env.GOLIVE_ADMIN_URL;
  if (adminUrl === undefined || adminUrl === '') {
    console.error(
      'Set GOLIVE_ADMIN_URL to a superuser of an external PostgreSQL, such as postgres://postgres@127.0.0.1:5432/postgres. ' +
        'Databases and roles that begin with golive_ are made there and removed afterwards.',
    );
    return 2;
  }
  await rehearse(adminUrl, values['from-sources'] === true);
  const seconds = Math.round(steps.reduce((sum, one) => sum + one.seconds, 0));
  if (values.json === true) console.log(JSON.stringify({ ok: true, seconds, steps }, null, 2));
  else console.log(`From an empty database to a bank that moves money, restored and proven: ${seconds} s.`);
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
