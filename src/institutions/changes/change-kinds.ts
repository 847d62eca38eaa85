import { Injectable } from '@nestjs/common';
import type { AuditFact } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { Registry } from '../../common/registry/registry';
import type { ChangeFields, ConfigurationChange } from './change-as-data';

/** One entry of the audit log about a change. */
export interface AuditedChange extends Omit<AuditFact, 'details'> {
  /** Limits the entry to some of the fields. */
  fields?: string[];
  /** How the entry shows the fields before and after; by default as the change has them. */
  shown?: (fields: ChangeFields) => object;
  /** Facts beside the fields. */
  facts?: object;
}

/**
 * A kind of change that needs two people: how the present state is read, who may decide, and how the change is made
 * (docs/security.md#changes-that-need-two-people). All methods run under the institution's lock of changes.
 */
export interface ChangeKind {
  /** Name of the operation, such as `change-role`. */
  readonly operation: string;
  /** Title for staff, such as `Role`. */
  readonly title: string;
  /** The changes that the kind covers, in the words of the documents' table. */
  readonly covers: string;
  /** The permission that a checker needs. */
  readonly permission: string;
  /**
   * The permission without which staff see neither the change nor its approval; absent where everybody who sees
   * approvals sees it. It belongs to the AML desk (docs/api/nfiu-reports.md#no-tipping-off).
   */
  readonly seenWith?: string;
  /**
   * True where `present` answers all fields that the record's `version` is made of, whichever are asked for; or the
   * choice of them where it answers more.
   */
  readonly versioned?: true | ((present: ChangeFields) => object);
  /**
   * True where an approval holds only for the record as it was when the change was asked for: another value of any
   * field makes it outdated, because its fields are read together. The kind must be `versioned`.
   */
  readonly boundToRecord?: true;
  /** The present values of these fields. @throws the error of a target that does not exist */
  present(tx: Tx, institutionId: number, target: string, fields: string[]): Promise<ChangeFields>;
  /**
   * Makes the change and refuses what is not valid. It also runs as a trial that is rolled back, so it must have no
   * effects outside `tx`.
   * @param author author of the change, as in audit columns.
   * @returns the changed resource as its route shows it.
   */
  apply(tx: Tx, institutionId: number, change: ConfigurationChange, author: string): Promise<object>;
  /** The entries of the audit log. */
  audited(change: ConfigurationChange): AuditedChange[];
  /** True for a change that one person may make, such as one that only takes rights away. */
  isImmediate?(tx: Tx, institutionId: number, change: ConfigurationChange): Promise<boolean>;
  /** Permissions that a checker needs besides `permission`. */
  alsoNeeds?(change: ConfigurationChange): string[];
  /** The member of staff whom the change is about, who may not approve it. */
  concerns?(change: ConfigurationChange): string | undefined;
  /** The permissions that a member of staff would gain by the change. */
  gains?(tx: Tx, institutionId: number, change: ConfigurationChange, staffID: string): Promise<string[]>;
  /**
   * Re-encrypts the secrets of a waiting change that were sealed with a previous master key.
   * @returns the new values of all fields, and the number of secrets that were re-encrypted
   */
  reseal?(institutionId: number, after: ChangeFields): { after: ChangeFields; count: number };
  /** Clears the caches of this process once the change is committed. */
  committed?(institutionId: number): void;
}

/** The kinds of the process: the providers with `@MemberOf(ChangeKinds)`. */
@Injectable()
export class ChangeKinds extends Registry<ChangeKind> {
  /** In alphabetical order of the operations. */
  list(): ChangeKind[] {
    return this.all();
  }

  /** The operations of the AML desk that a holder of these permissions does not see; without any, all of them. */
  hiddenFrom(permissions: ReadonlySet<string>): string[] {
    return this.all().flatMap(({ operation, seenWith }) =>
      seenWith === undefined || permissions.has(seenWith) ? [] : [operation],
    );
  }

  override find(operation: string): ChangeKind | undefined {
    return super.find(operation);
  }

  require(operation: string): ChangeKind {
    const kind = this.find(operation);
    if (!kind) throw new Error(`No module provides the kind of change ${operation}.`);
    return kind;
  }

  protected override nameOf({ operation }: ChangeKind): string {
    return operation;
  }
}
