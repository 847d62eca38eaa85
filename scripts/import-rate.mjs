/**
 * `node scripts/import-rate.mjs 50000` opens an institution in an embedded database of its own and imports so many
 * customers with one account each, a tenth as many loans with twelve instalments, and ten lines of history for each
 * account (docs/import.md). It prints the time, the rate and the most memory; a terminal shows the steps.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';

const require = createRequire(import.meta.url);
require('./lib/register-swc.cjs');
const { FILE_COLUMNS } = require('../src/imports/file-columns.ts');

const count = Number(process.argv[2] ?? 50_000);
if (!Number.isSafeInteger(count) || count < 10) throw new Error('Name the number of accounts, such as 50000.');

const HISTORY_LINES = 10;
const INSTALMENTS = 12;
const MEMORY_EVERY_MS = 1000;
const CODE = '51009';
const WEIGHTS = [3, 7, 3];
const home = mkdtempSync(path.join(tmpdir(), 'corebank-import-rate-'));
const folder = path.join(home, 'books');
mkdirSync(folder);

function nuban(serial) {
  const digits = String(serial).padStart(9, '0');
  const sum = [...`9${CODE}${digits}`].reduce((total, digit, index) => total + Number(digit) * WEIGHTS[index % 3], 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

async function write(name, rows) {
  const out = createWriteStream(path.join(folder, `${name}.csv`));
  out.write(`${FILE_COLUMNS[name].join(',')}\n`);
  let chunk = '';
  for (const row of rows) {
    chunk += `${row}\n`;
    if (chunk.length < 65_536) continue;
    if (!out.write(chunk)) await once(out, 'drain');
    chunk = '';
  }
  out.end(chunk);
  await finished(out);
}

/** A line with these fields by name; the others are empty. */
function lineOf(name, fields) {
  return FILE_COLUMNS[name].map((column) => fields[column] ?? '').join(',');
}

function* rowsOf(number, make) {
  for (let index = 1; index <= number; index += 1) yield* [make(index)].flat();
}

function day(offset) {
  return new Date(Date.now() + 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10);
}

let peakKiB = 0;

/** The most memory that a process has had, from Linux. */
function notePeak(pid) {
  try {
    const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    peakKiB = Math.max(peakKiB, Number(kib ?? 0));
  } catch {
    // The process has ended, or this is not Linux.
  }
}

async function corebank(...words) {
  const child = spawn(process.execPath, ['-r', './scripts/lib/register-swc.cjs', 'src/cli.ts', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: '',
      DATA_DIR: path.join(home, 'data'),
      COREBANK_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  });
  peakKiB = 0;
  const watch = setInterval(() => notePeak(child.pid), MEMORY_EVERY_MS);
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  const [status] = await once(child, 'close');
  clearInterval(watch);
  if (status !== 0) throw new Error(`corebank ${words[0]} ended with ${status}: ${stdout}`);
  return stdout;
}

/** A loan of N1,200 in twelve instalments of N100 and N10 of interest, of which four are paid. */
function loan(n) {
  return lineOf('loans', {
    loan_account_number: nuban(500_000_000 + n),
    reference: `OLD-LOAN-${n}`,
    linked_account: nuban(400_000_000 + n),
    product_code: 'LN001',
    branch_code: '001',
    status: 'Active',
    disbursed_on: day(-130),
    principal: '1200.00',
    interest_rate: '24',
    tenure: '12',
    principal_outstanding: '800.00',
    interest_receivable: '3.00',
  });
}

function instalments(n) {
  return Array.from({ length: INSTALMENTS }, (_, index) => {
    const paid = index < 4;
    return lineOf('loan_instalments', {
      loan_account_number: nuban(500_000_000 + n),
      number: String(index + 1),
      due_on: day(-130 + (index + 1) * 30),
      principal_due: '100.00',
      interest_due: '10.00',
      ...(paid && { principal_paid: '100.00', interest_paid: '10.00' }),
    });
  });
}

function history(n) {
  const number = nuban(400_000_000 + n);
  return Array.from({ length: HISTORY_LINES }, (_, index) => {
    const date = day(index - HISTORY_LINES);
    return `${number},${date},${date},Transfer from Bello Musa,,1.00,${index + 1}.00,FT${n}-${index}`;
  });
}

try {
  await write(
    'customers',
    rowsOf(
      count,
      (n) =>
        `${10_000_000 + n},Individual,Okafor,Ada ${n},,,,001,Female,1990-04-23,08031234567,ada${n}@example.com,"12 Marina, Lagos",${22_000_000_000 + n},`,
    ),
  );
  await write(
    'accounts',
    rowsOf(
      count,
      (n) => `${nuban(400_000_000 + n)},${10_000_000 + n},SAV001,001,ADM001,Okafor Ada ${n},2020-05-04,Active,2,10.00`,
    ),
  );
  const loans = Math.trunc(count / 10);
  await write('loans', rowsOf(loans, loan));
  await write('loan_instalments', rowsOf(loans, instalments));
  await write('history', rowsOf(count, history));
  const cash = count * 10 - loans * 803;
  await write('ledgers', [cash >= 0 ? `1010,001,${cash}.00,` : `1010,001,,${-cash}.00`]);
  const administrator = (part) => ({
    staffID: `ADM00${part}`,
    name: `Administrator ${part}`,
    email: `administrator${part}@bank.example`,
  });
  const opening = path.join(home, 'institution.json');
  writeFileSync(
    opening,
    JSON.stringify({
      code: CODE,
      name: 'Bank of the rate',
      template: 'microfinance-bank',
      headOffice: { branchCode: '001', branchName: 'Head Office', address: '1 Marina, Lagos' },
      administrators: [administrator(1), administrator(2)],
    }),
  );
  await corebank('migrate');
  const { institutionId } = JSON.parse(await corebank('institution', 'create', '--json', '--file', opening));
  const beganAt = performance.now();
  const words = ['import', '--institution', String(institutionId), '--folder', folder, '--apply', '--json'];
  const { result, totals } = JSON.parse(await corebank(...words));
  const seconds = (performance.now() - beganAt) / 1000;
  const { accounts, history: lines } = { accounts: count, history: totals.lines.history.accepted };
  const figures = { result, accounts, loans, history: lines, seconds, peakMiB: Math.round(peakKiB / 1024) };
  console.log(JSON.stringify({ ...figures, suspenseKobo: totals.suspenseKobo }));
} finally {
  rmSync(home, { recursive: true, force: true });
}
