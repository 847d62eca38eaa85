export const PORTFOLIO_GROUPS = ['Product', 'Branch', 'Officer', 'Agent', 'Sector'] as const;
/** What the rows of a report of the portfolio are. */
export type PortfolioGroup = (typeof PORTFOLIO_GROUPS)[number];

/** SQL of a group's code and name, and the join that finds them; `p` is the position of a loan, `l` the loan. */
export interface GroupSql {
  code: string;
  name: string;
  join: string;
}

/** How each group is read. */
export const GROUP_SQL: Record<PortfolioGroup, GroupSql> = {
  Product: {
    code: 'g.code',
    name: 'g.name',
    join: 'LEFT JOIN product g ON g.institution_id = p.institution_id AND g.id = p.product_id',
  },
  Branch: {
    code: 'g.branch_code',
    name: 'g.branch_name',
    join: 'LEFT JOIN branch g ON g.institution_id = p.institution_id AND g.id = p.branch_id',
  },
  Officer: {
    code: 'p.account_officer_staff_id',
    name: 'g.name',
    join: 'LEFT JOIN staff g ON g.institution_id = p.institution_id AND g.staff_code = p.account_officer_staff_id',
  },
  Agent: {
    code: 'g.agent_code',
    name: 'g.name',
    join: 'LEFT JOIN agent g ON g.institution_id = p.institution_id AND g.id = p.agent_id',
  },
  Sector: {
    code: `g.particulars ->> 'economicSector'`,
    name: 'NULL::text',
    join: `JOIN loan l ON l.institution_id = p.institution_id AND l.id = p.loan_id
      JOIN loan_contract g ON g.institution_id = l.institution_id AND g.id = l.contract_id`,
  },
};
