"""A business from nothing to APPROVED, through three refusals. Arguments: the address, the client id and its secret."""

import base64
import json
import sys
import urllib.request

address, client_id, secret = sys.argv[1:]
token = base64.b64encode(f"{client_id}:{secret}".encode()).decode()


def send(method, path, body=None, content_type="application/json"):
    data = json.dumps(body).encode() if isinstance(body, dict) else body
    request = urllib.request.Request(address + path, data=data, method=method)
    request.add_header("Authorization", "Basic " + token)
    if data is not None:
        request.add_header("Content-Type", content_type)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def upload(document_type, holder):
    boundary = "a-boundary"
    fields = {"documentType": document_type, "country": "DE", "documentHolder": holder}
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
    parts.append('Content-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7')
    form = "".join(f"--{boundary}\r\n{part}\r\n" for part in parts) + f"--{boundary}--\r\n"
    return send("POST", "/documents", form.encode(), f"multipart/form-data; boundary={boundary}")


def owner(last_name, percentage):
    person = {
        "firstName": "Ada",
        "lastName": last_name,
        "birthDate": "1990-01-31",
        "nationality": "DE",
        "address": {"line1": "1 Main Street", "city": "Berlin", "state": "BE", "postalCode": "10115", "country": "DE"},
        "idType": "SSN",
        "identifier": "123456789",
    }
    body = {"customerId": customer, "roles": ["UBO"], "ownershipPercentage": percentage, "personalInfo": person}
    return send("POST", "/beneficial-owners", body)["id"]


def submit():
    verification = send("POST", "/verifications", {"customerId": customer})
    issues = [issue["type"] for issue in verification["errors"]]
    print(json.dumps([verification["verificationStatus"], verification["kybStatus"], issues]))


business = {"customerType": "BUSINESS", "region": "DE", "currencies": ["EUR"], "businessInfo": {"legalName": "Analytical Engines GmbH"}}
customer = send("POST", "/customers", business)["id"]
submit()

details = {
    "legalName": "Analytical Engines GmbH",
    "registrationNumber": "HRB 5523041",
    "country": "DE",
    "taxId": "DE123456789",
    "incorporatedOn": "2020-01-31",
    "entityType": "LLC",
}
send("PATCH", "/customers/" + customer, {"customerType": "BUSINESS", "businessInfo": details})
ada = owner("King", 60)
grace = owner("Hopper", 60)
submit()

send("PATCH", "/beneficial-owners/" + grace, {"ownershipPercentage": 40})
for document in (
    "CERTIFICATE_OF_INCORPORATION",
    "GOOD_STANDING_CERTIFICATE",
    "ARTICLES_OF_ASSOCIATION",
    "SHAREHOLDER_REGISTER",
    "UTILITY_BILL",
):
    upload(document, customer)
upload("PASSPORT", ada)
submit()

upload("NATIONAL_ID", grace)
submit()
