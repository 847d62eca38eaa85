import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { READ_SCOPES } from '../common/http/client-scopes';
import type { ChangeFields } from '../institutions/changes/change-as-data';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { API_CLIENT_GRANTS_APPROVED } from './auth.settings';

const READING = new Set<string>(READ_SCOPES);

/** True when a client with these scopes may do more than read, or see whole identity numbers. */
export function mayAct(scopes: readonly string[]): boolean {
  return scopes.some((scope) => !READING.has(scope));
}

/**
 * True when a change gives a client scopes for more than reading, lets it be used from more addresses, or later: fields
 * that are left out stay. An empty list of addresses allows every address, and an expiry of null is none.
 */
export function widensAccess(before: ChangeFields, after: ChangeFields): boolean {
  return (
    mayAct(added(before.scopes, after.scopes)) ||
    allowsMoreAddresses(before.allowedAddresses, after.allowedAddresses) ||
    endsLater(before.expiresAt, after.expiresAt)
  );
}

function added(before: unknown, after: unknown): string[] {
  const had = new Set(before as string[] | undefined);
  return ((after ?? []) as string[]).filter((scope) => !had.has(scope));
}

function allowsMoreAddresses(before: unknown, after: unknown): boolean {
  if (after === undefined) return false;
  const [now, next] = [(before ?? []) as string[], after as string[]];
  if (now.length === 0) return false;
  return next.length === 0 || added(now, next).length > 0;
}

function endsLater(before: unknown, after: unknown): boolean {
  if (after === undefined || before === undefined || before === null) return false;
  return after === null || Date.parse(after as string) > Date.parse(before as string);
}

/** Tells when API clients get rights and secrets by two people (docs/security.md#changes-that-need-two-people). */
@Injectable()
export class ClientGrants {
  constructor(private readonly settings: InstitutionSettings) {}

  async needTwoPeople(tx: Tx, institutionId: number): Promise<boolean> {
    return (await this.settings.getWithin(tx, institutionId, API_CLIENT_GRANTS_APPROVED)) === 'true';
  }
}
