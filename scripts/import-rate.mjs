/**
 * `node scripts/import-rate.mjs 50000` opens an institution in an embedded database of its own, imports so many
 * customers with one account each (docs/import.md) and prints the time and the rate.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';

const count = Number(process.argv[2] ?? 50_000);
if (!Number.isSafeInteger(count) || count < 1) throw new Error('Name the number of accounts, such as 50000.');

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

async function write(name, header, rows) {
  const out = createWriteStream(path.join(folder, `${name}.csv`));
  out.write(`${header}\n`);
  for (const row of rows) if (!out.write(`${row}\n`)) await once(out, 'drain');
  out.end();
  await finished(out);
}

function* rowsOf(make) {
  for (let index = 1; index <= count; index += 1) yield make(index);
}

function corebank(...words) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['-r', './scripts/lib/register-swc.cjs', 'src/cli.ts', ...words],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DATABASE_URL: '',
        DATA_DIR: path.join(home, 'data'),
        COREBANK_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      },
    },
  );
  if (status !== 0) throw new Error(`corebank ${words[0]} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

try {
  await write(
    'customers',
    'customer_number,customer_type,last_name,first_name,other_names,organisation_name,registration_number,branch_code,gender,date_of_birth,phone_number,email,address,bvn,nin',
    rowsOf(
      (n) =>
        `${10_000_000 + n},Individual,Okafor,Ada ${n},,,,001,Female,1990-04-23,08031234567,ada${n}@example.com,"12 Marina, Lagos",${22_000_000_000 + n},`,
    ),
  );
  await write(
    'accounts',
    'account_number,customer_number,product_code,branch_code,account_officer,account_name,opened_on,status,kyc_tier,balance',
    rowsOf(
      (n) => `${nuban(400_000_000 + n)},${10_000_000 + n},SAV001,001,ADM001,Okafor Ada ${n},2020-05-04,Active,2,10.00`,
    ),
  );
  await write('ledgers', 'ledger_code,branch_code,debit,credit', [`1010,001,${count * 10}.00,`]);
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
  corebank('migrate');
  const { institutionId } = JSON.parse(corebank('institution', 'create', '--json', '--file', opening));
  const beganAt = performance.now();
  const words = ['import', '--institution', String(institutionId), '--folder', folder, '--apply', '--json'];
  const { result, totals } = JSON.parse(corebank(...words));
  const seconds = (performance.now() - beganAt) / 1000;
  console.log(
    JSON.stringify({ result, count, seconds, accountsPerSecond: count / seconds, suspenseKobo: totals.suspenseKobo }),
  );
} finally {
  rmSync(home, { recursive: true, force: true });
}
