import type { Discovery } from "../../models/platform";
import { currencyObject } from "./currencies";
import { Table } from "./table";

type BankRow = [currency: string, country: string, ...displayNames: string[]];

/** Fictional banks and mobile money providers for every currency with accounts that name one (contract, account variants). */
const banks: BankRow[] = [
  ["BDT", "BD", "Padma Test Bank", "Sundarban Example Bank"],
  ["COP", "CO", "Banco Ejemplo Andino", "Banco Prueba del Valle"],
  ["EGP", "EG", "Nile Example Bank", "Delta Test Bank"],
  ["GHS", "GH", "Volta Test Bank", "Gold Coast Example Bank"],
  ["GTQ", "GT", "Banco Ejemplo Quetzal", "Banco Prueba Atitlan"],
  ["HKD", "HK", "Harbour Test Bank", "Peak Example Bank"],
  ["IDR", "ID", "Bank Contoh Nusantara", "Bank Uji Borobudur"],
  ["JMD", "JM", "Blue Mountain Test Bank", "Kingston Example Bank"],
  ["MYR", "MY", "Bank Contoh Kinabalu", "Straits Test Bank"],
  ["NGN", "NG", "Lagoon Test Bank", "Savanna Example Bank", "Sahel Test Bank"],
  ["PHP", "PH", "Mayon Test Bank", "Archipelago Example Bank"],
  ["PKR", "PK", "Indus Test Bank", "Karakoram Example Bank"],
  ["SGD", "SG", "Merlion Test Bank", "Orchid Example Bank"],
  ["THB", "TH", "Chao Phraya Test Bank", "Lotus Example Bank"],
  ["VND", "VN", "Red River Test Bank", "Mekong Example Bank"],
  ["ZAR", "ZA", "Table Mountain Test Bank", "Highveld Example Bank"],
  ["BWP", "BW", "Kalahari Test Money"],
  ["KES", "KE", "Rift Test Money", "Savanna Example Wallet"],
  ["MWK", "MW", "Lakeside Test Money"],
  ["RWF", "RW", "Thousand Hills Test Money"],
  ["TZS", "TZ", "Serengeti Test Money", "Zanzibar Example Wallet"],
  ["UGX", "UG", "Equator Test Money", "Source Example Wallet"],
  ["XAF", "CG", "Congo Test Money"],
  ["XAF", "CM", "Sanaga Test Money"],
  ["XOF", "BJ", "Oueme Test Money"],
  ["XOF", "CI", "Lagune Test Money"],
  ["XOF", "SN", "Teranga Test Money", "Baobab Example Wallet"],
  ["XOF", "TG", "Lome Test Money"],
  ["ZMW", "ZM", "Zambezi Test Money"],
];

export const discoveries: readonly Discovery[] = banks.flatMap(([currency, country, ...displayNames]) =>
  displayNames.map((displayName) => ({
    bankName: displayName.toUpperCase().replaceAll(" ", "_"),
    displayName,
    country,
    currency,
  })),
);

type ProviderRow = [name: string, regions: string[], currencies: string[], allowListStatus: boolean];

/** Invented institutions; what is paid to their addresses is decided by the sandbox's magic names alone. */
const providerRows: ProviderRow[] = [
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
  // Lists are sorted by name.
  return { id: domain, createdAt: name, provider };
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
