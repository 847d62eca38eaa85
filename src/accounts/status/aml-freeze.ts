/** The actor of freezes that AML makes by itself. */
export const AML_ACTOR = 'system:aml';

/** The permission to see what AML stopped, and why. */
export const SEES_AML = 'view-aml';

/**
 * The author and reason of a change as these permissions see them: without that of AML a freeze by AML is one by the
 * system without a reason, because whoever sees more could warn the customer (docs/api/nfiu-reports.md#no-tipping-off).
 */
export function shownAuthor<Author extends { actor: string | null }, Reason extends object>(
  permissions: ReadonlySet<string>,
  author: Author,
  withoutReason: Reason,
): Author {
  return author.actor !== AML_ACTOR || permissions.has(SEES_AML)
    ? author
    : { ...author, ...withoutReason, actor: 'system' };
}
