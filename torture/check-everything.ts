import type { Client } from 'pg';
import type { PaymentRecord } from '../src/sandbox/sandbox-ledger';
import type { Exit } from './api-processes';
import type { Bank, BankClient } from './bank';
import { checkBalances, checkFunds, checkLedger } from './check-balances';
import { checkDays } from './check-days';
import { checkErrors } from './check-errors';
import { checkDatabase, checkLeftovers, checkProcesses, checkStops } from './check-house';
import { checkLoans } from './check-loans';
import { checkProviders, checkStatusQueries } from './check-payouts';
import { checkEffects, checkReferences, checkReleases, checkReplays } from './check-references';
import { checkScenarios } from './check-scenarios';
import { fatesOf, type Finding } from './fates';
import type { HistoryLine } from './history';

/** Evidence of the checks: logs of the load and of the faults, the database, the provider's ledger, the processes. */
export interface Evidence {
  database: Client;
  bank: Bank;
  client: BankClient;
  history: readonly HistoryLine[];
  /** Balances before the load. */
  before: ReadonlyMap<string, bigint>;
  backendsBefore: number;
  /** The provider's present state of each payment; a status query may advance it. */
  payments: () => readonly PaymentRecord[];
  exits: readonly Exit[];
  days: number;
  /** Whether the run began with the previous release. */
  isUpgraded: boolean;
  /** Log of the API. */
  logFile: string;
}

/** Checks every promise once no work is left under way. */
export async function checkEverything({
  database,
  bank,
  client,
  history,
  before,
  backendsBefore,
  payments,
  exits,
  days,
  isUpgraded,
  logFile,
}: Evidence): Promise<Finding[]> {
  const fates = fatesOf(history);
  const { institutionId } = bank;
  return [
    await checkLeftovers(database, institutionId, backendsBefore),
    await checkStatusQueries(database, institutionId, client, fates),
    await checkReferences(database, institutionId, fates),
    checkReplays(fates),
    checkReleases(fates),
    await checkEffects(database, institutionId, fates),
    await checkBalances(database, bank, fates, before),
    await checkFunds(database, institutionId),
    await checkLedger(database, institutionId),
    await checkLoans(database, institutionId),
    await checkScenarios(database, institutionId),
    await checkDays(database, institutionId, days, isUpgraded),
    await checkProviders(database, institutionId, payments()),
    await proof(client),
    checkProcesses(exits, history),
    checkStops(history),
    checkErrors(logFile),
    await checkDatabase(database),
  ];
}

async function proof(client: BankClient): Promise<Finding> {
  const { httpStatus, data } = await client.call(0, 'GET', '/api/admin/v1/ledger/proof', { as: 'administrator' });
  const checks = (data.checks ?? []) as { name: string; passed: boolean; examples: string[] }[];
  const violations =
    httpStatus === 200
      ? checks.filter(({ passed }) => !passed).map(({ name, examples }) => `${name} (${examples.join(', ')})`)
      : [`the proof answered ${httpStatus}`];
  return { check: "the ledger's proof", looked: checks.length, violations };
}
