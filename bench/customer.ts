/** Rows in a page: the service's maximum. */
export const PAGE = 100;

/** A row of the list of customers. */
export const customer = (number: number) => ({
  id: `Customer:${number}`,
  platformCustomerId: `customer-${number}`,
  customerType: "INDIVIDUAL",
  umaAddress: `$customer-${number}@example.test`,
  createdAt: "2026-04-27T09:00:00Z",
  updatedAt: "2026-04-27T09:00:00Z",
  isDeleted: false,
});
