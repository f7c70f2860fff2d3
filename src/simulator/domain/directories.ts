import type { Discovery } from "../../models/platform";
import { accountKinds } from "./account-kinds";
import { currencyObject } from "./currencies";
import { Table } from "./table";

/** Two fictional banks or mobile money providers in each country with accounts that name one (contract, account variants). */
export const discoveries: readonly Discovery[] = Object.entries(accountKinds).flatMap(
  ([kind, { required }]) => {
    const { bankName, provider, region } = required;
    if (!bankName && !provider) return [];
    return (region?.options ?? [kind.slice(0, 2)]).flatMap((country) =>
      ["First", "Second"].map((ordinal) => {
        const displayName = `${ordinal} Test ${bankName ? "Bank" : "Money"} of ${country}`;
        const name = displayName.toUpperCase().replaceAll(" ", "_");
        return { bankName: name, displayName, country, currency: kind.slice(0, 3) };
      }),
    );
  },
);

/** Invented institutions, sorted by name. What is paid to their addresses is decided by the sandbox's magic names alone. */
const providerRows: [name: string, regions: string[], currencies: string[], allowListStatus: boolean][] = [
  ["Alpine Example Pay", ["CH", "DE"], ["EUR"], true],
  ["Bay Test Wallet", ["US"], ["USD", "USDC"], true],
  ["Copper Example Bank", ["GB"], ["GBP"], true],
  ["Delta Test Exchange", ["US", "GB", "DE"], ["USD", "GBP", "EUR", "BTC"], true],
  ["Estrela Example Pagamentos", ["BR"], ["BRL"], true],
  ["Fiesta Test Pagos", ["MX"], ["MXN"], true],
  ["Ganges Example Pay", ["IN"], ["INR"], true],
  ["Harbour Test Remit", ["PH", "SG"], ["PHP", "SGD"], true],
  ["Iroko Example Money", ["NG", "GH"], ["NGN", "GHS"], false],
  ["Juniper Test Casino", ["US"], ["USD"], false],
];

const providerRecords = providerRows.map(([name, supportedRegions, currencies, allowListStatus], index) => {
  const [label = ""] = name.toLowerCase().split(" ");
  const domain = `${label}.uma.test`;
  const provider = {
    name,
    supportedRegions,
    domain,
    logoUrl: `https://${domain}/logo.svg`,
    supportedCurrencies: currencies.map(currencyObject),
    // The form of ISO 17442 without its check digits: nobody's identifier.
    lei: `0000TEST${String(index).padStart(12, "0")}`,
    allowListStatus,
  };
  return { id: domain, provider };
});

/** Every institution that gives its customers UMA addresses (contract, UmaProvider). */
export const umaProviders = new Table(
  "UmaProvider",
  {
    region: ({ provider }: (typeof providerRecords)[number]) => provider.supportedRegions,
    currency: ({ provider }) => provider.supportedCurrencies.map(({ code }) => code),
    isAllowed: ({ provider }) => String(provider.allowListStatus),
  },
  providerRecords,
);
