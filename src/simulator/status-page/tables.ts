/** A column: the name of its cells, and what stands above it. */
export interface Column {
  name: string;
  title: string;
  /** How the cells look. Default: text. */
  kind?: "time" | "id" | "status" | "amount";
}

/** A table of the page. */
export interface Table {
  /** Its address below `lists/`. */
  name: string;
  title: string;
  /** What is said while it has no rows. */
  empty: string;
  columns: readonly Column[];
}

/** What is seen at once. */
export interface View {
  name: string;
  title: string;
  tables: readonly Table[];
}

const column = (name: string, title: string, kind?: Column["kind"]): Column =>
  kind === undefined ? { name, title } : { name, title, kind };

const created = column("createdAt", "Created", "time");
const at = column("at", "Time", "time");
const id = column("id", "Id", "id");
const status = column("status", "Status", "status");
const owner = column("owner", "Owner");

const transactions: Table = {
  name: "transactions",
  title: "Transactions",
  empty: "There are no transactions yet.",
  columns: [
    created,
    id,
    column("type", "Type"),
    status,
    owner,
    column("sent", "Sent", "amount"),
    column("received", "Received", "amount"),
    column("note", "Note"),
  ],
};

const quotes: Table = {
  name: "quotes",
  title: "Quotes",
  empty: "There are no quotes yet.",
  columns: [
    created,
    id,
    status,
    column("sends", "Sends", "amount"),
    column("receives", "Receives", "amount"),
    column("funding", "Paid from"),
    column("expiresAt", "Expires", "time"),
  ],
};

const internalAccounts: Table = {
  name: "internal-accounts",
  title: "Internal accounts",
  empty: "There are no internal accounts.",
  columns: [owner, id, column("type", "Type"), column("balance", "Balance", "amount")],
};

const externalAccounts: Table = {
  name: "external-accounts",
  title: "External accounts",
  empty: "There are no external accounts yet.",
  columns: [
    owner,
    id,
    column("type", "Type"),
    column("currency", "Currency"),
    column("beneficiary", "Beneficiary"),
    column("check", "Check of the beneficiary"),
    status,
  ],
};

const customers: Table = {
  name: "customers",
  title: "Customers",
  empty: "There are no customers yet.",
  columns: [
    created,
    id,
    column("name", "Name"),
    column("type", "Type"),
    column("currencies", "Currencies"),
    column("umaAddress", "UMA address"),
    column("status", "Check", "status"),
  ],
};

const verifications: Table = {
  name: "verifications",
  title: "Verifications",
  empty: "There are no verifications yet.",
  columns: [created, id, owner, status],
};

const requests: Table = {
  name: "requests",
  title: "Requests",
  empty: "There were no requests yet.",
  columns: [
    at,
    column("method", "Method"),
    column("path", "Path", "id"),
    status,
    column("fault", "Fault"),
    column("id", "Request id"),
  ],
};

const events: Table = {
  name: "events",
  title: "Events",
  empty: "There were no events yet.",
  columns: [at, column("type", "Type"), column("about", "About", "id")],
};

const deliveries: Table = {
  name: "deliveries",
  title: "Deliveries to your endpoint",
  empty: "There were no deliveries yet. The option webhookUrl, or --webhook-url, names your endpoint.",
  columns: [
    at,
    column("type", "Type"),
    column("attempt", "Attempt"),
    status,
    column("next", "Next attempt", "time"),
    column("url", "Endpoint", "id"),
    column("event", "Event", "id"),
  ],
};

const emails: Table = {
  name: "emails",
  title: "E-mails",
  empty: "There were no e-mails yet.",
  columns: [
    at,
    column("to", "To"),
    column("subject", "Subject"),
    column("code", "Code", "id"),
    column("sent", "Sent"),
  ],
};

const faults: Table = {
  name: "faults",
  title: "Faults that wait for a call",
  empty: "No call is told to fail.",
  columns: [
    column("kind", "Kind"),
    column("operation", "Operation", "id"),
    column("left", "Left"),
    column("settings", "Settings"),
  ],
};

/** Everything that the page shows, in its order. */
export const views: readonly View[] = [
  { name: "transactions", title: "Transactions", tables: [transactions] },
  { name: "quotes", title: "Quotes", tables: [quotes] },
  { name: "accounts", title: "Accounts", tables: [internalAccounts, externalAccounts] },
  { name: "customers", title: "Customers", tables: [customers, verifications] },
  { name: "requests", title: "Requests", tables: [requests] },
  { name: "events", title: "Events", tables: [events, deliveries] },
  { name: "emails", title: "E-mails", tables: [emails] },
  { name: "faults", title: "Faults", tables: [faults] },
  { name: "world", title: "Save and reset", tables: [] },
];
