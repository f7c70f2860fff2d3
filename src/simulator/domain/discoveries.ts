/** A bank or a mobile money provider that an account can be at (contract, DiscoveryListResponse). */
export interface Discovery {
  /** What an account's `bankName` or `provider` says. */
  bankName: string;
  displayName: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  currency: string;
}

type Row = [currency: string, country: string, ...displayNames: string[]];

/** Invented names, for every currency whose accounts name a bank or a provider (contract, account variants). */
const banks: Row[] = [
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
];
const providers: Row[] = [
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

/** Every bank and provider, by currency and country. */
export const discoveries: readonly Discovery[] = [...banks, ...providers].flatMap(
  ([currency, country, ...displayNames]) =>
    displayNames.map((displayName) => ({
      bankName: displayName.toUpperCase().replaceAll(" ", "_"),
      displayName,
      country,
      currency,
    })),
);
