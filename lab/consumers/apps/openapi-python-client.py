"""Sends, waits until the message is read, lists, uploads, and reads a typed error."""

import json
import sys
import time
from io import BytesIO

from wigwag_client import AuthenticatedClient
from wigwag_client.api.media import upload_media
from wigwag_client.api.messages import get_message, send_message, send_template
from wigwag_client.api.templates import list_templates
from wigwag_client.models import (
    ErrorEnvelope,
    MessageStatus,
    SendMessageRequest,
    SendTemplateRequest,
    TemplateStatus,
    UploadMediaRequest,
)
from wigwag_client.types import File

PHONE = "905551112233"
DEADLINE_SECONDS = 10

base_url, key = sys.argv[1:]
with AuthenticatedClient(base_url=base_url, token=key) as client:
    sent = send_template.sync(client=client, body=SendTemplateRequest(to=PHONE, name="hello_world")).data.id
    deadline = time.monotonic() + DEADLINE_SECONDS
    while get_message.sync(sent, client=client).data.status is not MessageStatus.READ:
        assert time.monotonic() < deadline, "the message was not read"
        time.sleep(0.1)
    templates = list_templates.sync(client=client, status=TemplateStatus.APPROVED).data.templates
    pdf = File(payload=BytesIO(b"%PDF-1.4 invoice"), file_name="invoice.pdf", mime_type="application/pdf")
    upload = upload_media.sync(client=client, body=UploadMediaRequest(file=pdf)).data.id
    refused = send_message.sync(client=client, body=SendMessageRequest(to=PHONE, text="Hello"))
    assert isinstance(refused, ErrorEnvelope)
    print(
        json.dumps(
            {
                "sent": sent,
                "templates": [template.name for template in templates],
                "upload": upload,
                "code": refused.error.code,
                "fix": refused.error.fix,
            }
        )
    )
