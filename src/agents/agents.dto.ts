import { IsEmail, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsName } from '../common/text/name-rules';
import { IsPhone } from '../common/text/phone-number';
import { STAFF_STATUSES, type StaffStatus } from '../institutions/staff/staff.entity';

export const AGENT_SORT_COLUMNS = ['id', 'agentCode', 'name'] as const;

/** Optional details of an agent. */
class AgentDetails {
  /**
   * A number without a country code is Nigerian. Stored in E.164 form.
   * @example 08031234567
   */
  @IsOptional()
  @IsPhone()
  phoneNumber?: string | null;

  /** @example chidi.agent@example.com */
  @IsOptional()
  @IsEmail()
  @MaxLength(250)
  emailAddress?: string | null;

  /** @example "4 Market Road, Onitsha" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(500)
  address?: string | null;

  /**
   * The caller's own reference of the agent. Unique in the institution.
   * @example AGT-20261121-0001
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  referenceNumber?: string | null;

  /** @example "Covers the main market" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(1000)
  notes?: string | null;
}

/** A new agent. */
export class AddAgentBody extends AgentDetails {
  /** @example "Chidi Obi" */
  @IsName(250)
  name!: string;

  /**
   * An active branch.
   * @example 001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  branchCode!: string;
}

/**
 * Changes of the agent with this `id` or `agentCode`. A field that is left out stays as it is; null clears an optional
 * field.
 */
export class UpdateAgentBody extends AgentDetails {
  /**
   * Required without `agentCode`.
   * @example 10021
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  id?: number;

  /**
   * Required without `id`. When both are sent, they must name the same agent.
   * @example AG000001
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  agentCode?: string;

  /** @example "Chidi Obi" */
  @IsOptional()
  @IsName(250)
  name?: string;

  /**
   * An active branch.
   * @example 001
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  branchCode?: string;
}

/** The new status of an agent. */
export class ChangeAgentStatusBody {
  /** @example AG000001 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  agentCode!: string;

  /**
   * A new loan can name only an active agent.
   * @example Suspended
   */
  @IsIn(STAFF_STATUSES)
  status!: StaffStatus;
}

/** The agent in a path. */
export class AgentPath {
  /**
   * Numeric `id` of the agent.
   * @example 10021
   */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'ID must be a whole number' })
  ID!: string;
}

/** Filters of the agents. */
export class SearchAgentsQuery extends PagingQuery {
  /** @example AG000001 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  AgentCode?: string;

  /**
   * Start of the name, ignoring case and accents.
   * @example chidi
   */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  Name?: string;

  /** @example 001 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  BranchCode?: string;

  /** @example Active */
  @IsOptional()
  @IsIn(STAFF_STATUSES)
  Status?: StaffStatus;

  /**
   * The caller's reference of the agent.
   * @example AGT-20261121-0001
   */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  ReferenceNumber?: string;

  /** Column to sort by. */
  @IsOptional()
  @IsIn(AGENT_SORT_COLUMNS)
  override SortColumn: (typeof AGENT_SORT_COLUMNS)[number] = 'id';
}

/** An agent. */
export class AgentView {
  /** @example 10021 */
  id!: number;

  /** @example AG000001 */
  agentCode!: string;

  /** @example "Chidi Obi" */
  name!: string;

  /** @example 001 */
  branchCode!: string;

  /** @example "Head Office" */
  branchName!: string;

  /** @example +2348031234567 */
  phoneNumber!: string | null;

  /** @example chidi.agent@example.com */
  emailAddress!: string | null;

  /** @example "4 Market Road, Onitsha" */
  address!: string | null;

  /** @example AGT-20261121-0001 */
  referenceNumber!: string | null;

  /** @example "Covers the main market" */
  notes!: string | null;

  /** @example Active */
  status!: StaffStatus;
}

/** The deleted agent. */
export class DeletedAgentView {
  /** @example 10021 */
  id!: number;

  /** @example AG000001 */
  agentCode!: string;
}
