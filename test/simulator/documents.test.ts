import { describe, expect, it } from "vitest";
import { individual } from "../support/parts";
import type { Json } from "../support/parts";
import { id, items, World } from "../support/world";

function form(file: File | string | undefined, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  if (file !== undefined) data.append("file", file);
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

const pdf = (bytes = 3, type = "application/pdf", name = "passport.pdf") =>
  new File([new Uint8Array(bytes)], name, { type });

async function withHolder(options = {}) {
  const api = new World(options);
  const documentHolder = id(await api.created("/customers", individual));
  const fields = { documentHolder, documentType: "PASSPORT", country: "US" };
  const upload = (file: File | string | undefined, more: Record<string, string> = {}) =>
    api.send("POST", "/documents", { body: form(file, { ...fields, ...more }) });
  return { api, documentHolder, fields, upload };
}

describe("documents", () => {
  it("are uploaded as a form with additional fields [DOC-01, OP-65]", async () => {
    const { api, fields, upload } = await withHolder();
    const response = await upload(pdf(), { side: "FRONT", documentNumber: "X1", shelf: "7" });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      ...fields,
      id: expect.stringMatching(/^Document:/),
      side: "FRONT",
      documentNumber: "X1",
      shelf: "7",
      fileName: "passport.pdf",
      createdAt: "2026-04-27T09:00:00.000Z",
      updatedAt: "2026-04-27T09:00:00.000Z",
    });
    expect(await api.read(`/documents/${id(response.body as Json)}`)).toEqual(response.body);
  });

  it("cannot replace the service's own fields with form fields", async () => {
    const { upload } = await withHolder();
    const { body } = await upload(pdf(), {
      id: "Document:mine",
      createdAt: "never",
      fileName: "other",
      __proto__x: "1",
    });
    expect(body).toMatchObject({ createdAt: "2026-04-27T09:00:00.000Z", fileName: "passport.pdf" });
    expect((body as Json)["id"]).not.toBe("Document:mine");
  });

  it.each([
    ["application/pdf", "a.pdf", 201],
    ["image/jpeg", "a.jpg", 201],
    ["image/png", "a.png", 201],
    ["", "scan.PNG", 201],
    ["image/gif", "a.gif", 400],
    ["image/gif", "a.png", 400],
    ["text/html", "a.pdf", 400],
    ["", "a.exe", 400],
    ["", "pdf", 400],
  ])("of type %j named %s response %i [DOC-02]", async (type, name, status) => {
    const { api, upload } = await withHolder();
    expect(await upload(pdf(3, type, name))).toMatchObject({ status });
    expect(await api.read("/documents")).toMatchObject({ totalCount: status === 201 ? 1 : 0 });
  });

  it("have 1 to 10,485,760 bytes [DOC-03, OP-65]", async () => {
    const { upload } = await withHolder();
    expect(await upload(pdf(10_485_760))).toMatchObject({ status: 201 });
    expect(await upload(pdf(10_485_761))).toMatchObject({
      status: 400,
      body: { details: { field: "file" } },
    });
    expect(await upload(pdf(0))).toMatchObject({ status: 400 });
  });

  it.each<[string, RequestInit]>([
    ["no file", { body: form(undefined, { documentType: "PASSPORT" }) }],
    ["a text as file", { body: form("passport") }],
    ["JSON", { body: JSON.stringify({ file: "x" }), headers: { "content-type": "application/json" } }],
    ["no body", {}],
    [
      "a broken form",
      { body: "--x\r\nnonsense", headers: { "content-type": "multipart/form-data; boundary=x" } },
    ],
    ["no boundary", { body: "x", headers: { "content-type": "multipart/form-data" } }],
  ])("with %s are refused [DOC-01]", async (_title, init) => {
    const { api } = await withHolder();
    expect(await api.send("POST", "/documents", init)).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT" },
    });
    expect(await api.read("/documents")).toMatchObject({ totalCount: 0 });
  });

  it("stay deleted, whatever else runs at the same time", async () => {
    const { api, upload } = await withHolder();
    for (let turns = 0; turns < 40; turns += 1) {
      const path = `/documents/${id((await upload(pdf())).body as Json)}`;
      const replaced = api.send("PUT", path, {
        body: form(pdf(), { documentType: "PASSPORT", country: "US" }),
      });
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      expect(await api.delete(path)).toMatchObject({ status: 204 });
      await replaced;
      expect(await api.get(path)).toMatchObject({ status: 404 });
    }
  });

  it("have checked fields and an existing holder", async () => {
    const { upload } = await withHolder();
    expect(await upload(pdf(), { country: "USA" })).toMatchObject({
      status: 400,
      body: { details: { field: "country" } },
    });
    expect(await upload(pdf(), { side: "TOP" })).toMatchObject({
      status: 400,
      body: { details: { field: "side" } },
    });
    expect(await upload(pdf(), { documentHolder: "Customer:x" })).toMatchObject({ status: 404 });
    expect(await upload(pdf(), { documentHolder: "BeneficialOwner:x" })).toMatchObject({ status: 404 });
  });

  it.each(["documentHolder", "documentType", "country"])("must have the field %s", async (name) => {
    const { api, fields } = await withHolder();
    const body = form(pdf(), { ...fields, [name]: "" });
    body.delete(name);
    expect(await api.send("POST", "/documents", { body })).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { field: name } },
    });
    expect(await api.read("/documents")).toMatchObject({ totalCount: 0 });
  });

  it("must have a type of the contract", async () => {
    const { upload } = await withHolder();
    expect(await upload(pdf(), { documentType: "LIBRARY_CARD" })).toMatchObject({
      status: 400,
      body: { details: { field: "documentType" } },
    });
  });

  it("are listed by holder, replaced and deleted", async () => {
    const { api, documentHolder, upload } = await withHolder();
    const first = (await upload(pdf())).body as Json;
    const other = id(await api.created("/customers", individual));
    await upload(pdf(), { documentHolder: other });
    expect(items(await api.read(`/documents?documentHolder=${documentHolder}`))).toEqual([first]);
    expect(await api.read("/documents?limit=1")).toMatchObject({ hasMore: true, totalCount: 2 });

    const path = `/documents/${id(first)}`;
    await api.simulator.clock.advance("1s");
    const body = form(pdf(3, "image/png", "page.png"), { documentType: "NATIONAL_ID", country: "GB" });
    const replaced = await api.send("PUT", path, { body });
    const expected = {
      ...first,
      documentType: "NATIONAL_ID",
      country: "GB",
      fileName: "page.png",
      updatedAt: "2026-04-27T09:00:01.000Z",
    };
    expect(replaced).toMatchObject({ status: 200 });
    expect(replaced.body).toEqual(expected);
    expect(await api.read(path)).toEqual(expected);

    expect(await api.delete(path)).toMatchObject({ status: 204, body: undefined });
    expect(await api.get(path)).toMatchObject({ status: 404 });
    expect(await api.delete(path)).toMatchObject({ status: 404 });
  });
});

describe("replacing a document", () => {
  async function withDocument() {
    const { api, fields, upload } = await withHolder();
    const uploaded = await upload(pdf(), { side: "FRONT", documentNumber: "X1" });
    const document = uploaded.body as Json;
    const path = `/documents/${id(document)}`;
    const put = (file: File | undefined, more: Record<string, string>) =>
      api.send("PUT", path, { body: form(file, more) });
    return { api, fields, document, path, put };
  }
  const type = { documentType: "NATIONAL_ID", country: "GB" };

  it("keeps its place in a list, so a program can replace each row [PAG-06]", async () => {
    const { api, fields, upload } = await withHolder({ now: "2026-04-27T09:00:00Z" });
    const uploaded = [];
    for (const side of ["FRONT", "BACK", "FRONT"])
      uploaded.unshift(id((await upload(pdf(), { side })).body as Json));
    const walked = [];
    for (let cursor: unknown = ""; typeof cursor === "string" && walked.length < 6;) {
      const page = await api.read(`/documents?limit=1&cursor=${cursor}`);
      const [document = ""] = items(page).map(id);
      walked.push(document);
      await api.send("PUT", `/documents/${document}`, { body: form(pdf(), fields) });
      cursor = page["nextCursor"];
    }
    expect(walked).toEqual(uploaded);
    expect(await api.read(`/documents/${walked[0]}`)).not.toHaveProperty("side");
  });

  it("keeps its holder, but loses every field that is not sent again", async () => {
    const { api, fields, document, path, put } = await withDocument();
    const other = id(await api.created("/customers", individual));
    const response = await put(pdf(), { ...type, documentHolder: other });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      ...type,
      id: document["id"],
      documentHolder: fields.documentHolder,
      fileName: "passport.pdf",
      createdAt: document["createdAt"],
      updatedAt: "2026-04-27T09:00:00.000Z",
    });
    expect(await api.read(path)).toEqual(response.body);
    expect((await put(pdf(), type)).status).toBe(200);
    expect(await api.read("/documents")).toMatchObject({ totalCount: 1 });
  });

  it.each<[string, File | undefined, Record<string, string>]>([
    ["file", undefined, type],
    ["file", pdf(3, "image/gif", "a.gif"), type],
    ["file", pdf(0), type],
    ["documentType", pdf(), { country: "GB" }],
    ["documentType", pdf(), { ...type, documentType: "LIBRARY_CARD" }],
    ["country", pdf(), { documentType: "PASSPORT" }],
    ["country", pdf(), { ...type, country: "England" }],
    ["side", pdf(), { ...type, side: "TOP" }],
  ])("refuses a wrong %s, and does not change the document", async (field, file, fields) => {
    const { api, document, path, put } = await withDocument();
    expect(await put(file, fields)).toMatchObject({ status: 400, body: { details: { field } } });
    expect(await api.read(path)).toEqual(document);
  });

  it("accepts only a form", async () => {
    const { api, document, path } = await withDocument();
    expect(await api.call("PUT", path, { documentType: "PASSPORT" })).toMatchObject({ status: 400 });
    expect(await api.read(path)).toEqual(document);
  });

  it("responds with 404 for an unknown document", async () => {
    const body = form(pdf(), type);
    expect(await new World().send("PUT", "/documents/Document:x", { body })).toMatchObject({
      status: 404,
      body: { code: "REFERENCE_NOT_FOUND" },
    });
  });
});
