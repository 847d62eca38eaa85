import * as fs from 'node:fs';
import * as path from 'node:path';
import type { AppConfig } from '../common/config/app-config';
import { formatNaira, nairaToKobo } from '../common/money/naira';
import type { Sandbox } from './seed-sandbox';

/** The content of `.data/sandbox.json`, for scripts and documents. */
interface SandboxFile extends Sandbox {
  baseUrl: string;
  docsUrl: string;
  /** The providers' simulator, see `docs/sandbox.md`. */
  providersUrl: string;
}

/** As wide as the longest part, `secondAdministrator`. */
const PART_WIDTH = 19;

function lines(
  { baseUrl, docsUrl, providersUrl, client, staff, recoveryPartner, accounts, institutionCode }: SandboxFile,
  file: string,
): string[] {
  return [
    '',
    `corebank is ready at ${baseUrl} (documentation: ${docsUrl} and ${docsUrl}/admin)`,
    `Console for staff: ${baseUrl}/console/`,
    `Providers are simulated at ${providersUrl} (docs/sandbox.md)`,
    '',
    `Sandbox institution ${institutionCode}`,
    `  ${'API client'.padEnd(PART_WIDTH)}  ${client.clientId}  ${client.clientSecret}`,
    ...Object.entries(staff).map(
      ([part, { email, password }]) => `  ${part.padEnd(PART_WIDTH)}  ${email}  ${password}`,
    ),
    `  ${'Recovery partner'.padEnd(PART_WIDTH)}  institution ${recoveryPartner.institutionId}, webhook secret ${recoveryPartner.webhookSecret}`,
    '  Accounts',
    ...accounts.map(
      ({ accountNumber, accountName, balance }) =>
        `    ${accountNumber}  ${accountName.padEnd(45)} ${formatNaira(nairaToKobo(balance) ?? 0n)}`,
    ),
    '',
    `The same is in ${file}`,
    '',
  ];
}

/**
 * Prints the access data of the sandbox, except in production, and writes it to `sandbox.json` in the data folder,
 * readable by its owner only.
 */
export function announceSandbox(sandbox: Sandbox, config: AppConfig, url: string, providersUrl: string): void {
  const baseUrl = url.replace(/\/\/(0\.0\.0\.0|\[::1?\]|127\.0\.0\.1)/, '//localhost').replace(/\/$/, '');
  const facts: SandboxFile = { baseUrl, docsUrl: `${baseUrl}/docs`, providersUrl, ...sandbox };
  fs.mkdirSync(config.dataDir, { recursive: true });
  const file = path.join(config.dataDir, 'sandbox.json');
  fs.writeFileSync(file, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  const shown = path.relative(process.cwd(), file) || file;
  // What is printed in production ends up where logs are kept.
  const text =
    config.environment === 'production' ? [`The sandbox's access data are in ${shown}`] : lines(facts, shown);
  process.stdout.write(`${text.join('\n')}\n`);
}
