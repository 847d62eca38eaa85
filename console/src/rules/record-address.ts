/** The page of the product of a rate or fee, which an approval names as `LN001/10070`. */
function productOf(part: string): string {
  return `/admin/products/${part.split(encodeURIComponent('/'))[0]}`;
}

/** Records without a page of their own open the list that shows them. */
const PATHS: Record<string, (id: string) => string> = {
  customer: (id) => `/customers/${id}`,
  account: (id) => `/accounts/${id}`,
  transfer: (id) => `/payments/transfers/${id}`,
  'bulk-transfer': (reference) => `/payments/bulk-transfers/${reference}`,
  'inward-transfer': () => '/payments/inward',
  bill: (id) => `/payments/bills/${id}`,
  posting: (id) => `/postings/${id}`,
  'posting-group': (id) => `/posting-groups/${id}`,
  loan: (id) => `/loans/${id}`,
  'group-loan': (id) => `/group-loans/${id}`,
  'fixed-deposit': (id) => `/fixed-deposits/${id}`,
  hold: (id) => `/aml/holds/${id}`,
  approval: (id) => `/approvals/${id}`,
  product: (id) => `/admin/products/${id}`,
  'product-rate': productOf,
  'product-fee': productOf,
  'api-client': (id) => `/admin/clients/${id}`,
  'webhook-endpoint': (id) => `/admin/webhooks/${id}`,
  message: (id) => `/messages/${id}`,
  staff: (id) => `/admin/staff/${id}`,
  ledger: (code) => `/books/ledger?LedgerCode=${code}`,
  agent: (code) => `/agents?AgentCode=${code}`,
};

/** The page of a record by its kind; undefined for kinds without a page. */
export function recordAddress(kind: string, id: string | number): string | undefined {
  return PATHS[kind]?.(encodeURIComponent(String(id)));
}
