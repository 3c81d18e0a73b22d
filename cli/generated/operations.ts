/* Made by `npm run generate` from the document. Do not edit. */

/** Every operation of the document, with its query parameters. */
export const OPERATIONS = {
  "getMe": {
    "method": "GET",
    "path": "/me",
    "query": {}
  },
  "listChannels": {
    "method": "GET",
    "path": "/channels",
    "query": {}
  },
  "sendMessage": {
    "method": "POST",
    "path": "/messages",
    "query": {}
  },
  "sendTemplateByQuery": {
    "method": "GET",
    "path": "/messages/template",
    "query": {
      "to": {
        "help": "the recipient; required, `phone` is an alias",
        "type": "string"
      },
      "phone": {
        "help": "alias of `to`",
        "type": "string"
      },
      "name": {
        "help": "the template's name; required, `template` is an alias",
        "type": "string"
      },
      "template": {
        "help": "alias of `name`",
        "type": "string"
      },
      "var": {
        "help": "positional variables as `var1`, `var2`, ..",
        "type": "object"
      },
      "vars": {
        "help": "variables of a NAMED template, as `vars[first_name]=Ada`",
        "type": "object"
      },
      "language": {
        "help": "required if the name exists in several languages",
        "type": "string"
      },
      "connection_id": {
        "help": "one of the connections; if omitted, the default connection",
        "type": "string"
      },
      "idempotency_key": {
        "help": "extends the protection against duplicates to 24 hours",
        "type": "string"
      }
    }
  },
  "sendTemplate": {
    "method": "POST",
    "path": "/messages/template",
    "query": {},
    "fields": [
      "channel",
      "connection_id",
      "to",
      "name",
      "language",
      "variables",
      "header",
      "buttons"
    ]
  },
  "sendTemplateByPathKey": {
    "method": "GET",
    "path": "/messages/template/{api_key}",
    "query": {
      "to": {
        "help": "the recipient; required, `phone` is an alias",
        "type": "string"
      },
      "phone": {
        "help": "alias of `to`",
        "type": "string"
      },
      "name": {
        "help": "the template's name; required, `template` is an alias",
        "type": "string"
      },
      "template": {
        "help": "alias of `name`",
        "type": "string"
      },
      "var": {
        "help": "positional variables as `var1`, `var2`, ..",
        "type": "object"
      },
      "vars": {
        "help": "variables of a NAMED template, as `vars[first_name]=Ada`",
        "type": "object"
      },
      "language": {
        "help": "required if the name exists in several languages",
        "type": "string"
      },
      "connection_id": {
        "help": "one of the connections; if omitted, the default connection",
        "type": "string"
      },
      "idempotency_key": {
        "help": "extends the protection against duplicates to 24 hours",
        "type": "string"
      }
    }
  },
  "getMessage": {
    "method": "GET",
    "path": "/messages/{id}",
    "query": {}
  },
  "listTemplates": {
    "method": "GET",
    "path": "/templates",
    "query": {
      "status": {
        "help": "only templates with this status",
        "type": "string",
        "values": [
          "APPROVED",
          "PENDING",
          "REJECTED"
        ]
      },
      "language": {
        "help": "only templates in this language",
        "type": "string"
      },
      "category": {
        "help": "only templates of this category",
        "type": "string",
        "values": [
          "MARKETING",
          "UTILITY",
          "AUTHENTICATION"
        ]
      },
      "limit": {
        "help": "page size; if omitted, all templates are on one page",
        "type": "integer",
        "maximum": 100
      },
      "cursor": {
        "help": "the `next_cursor` of the previous page",
        "type": "string"
      }
    }
  },
  "uploadMedia": {
    "method": "POST",
    "path": "/media",
    "query": {}
  },
  "listContacts": {
    "method": "GET",
    "path": "/contacts",
    "query": {
      "limit": {
        "help": "page size",
        "type": "integer",
        "maximum": 100
      },
      "cursor": {
        "help": "the `next_cursor` of the previous page",
        "type": "string"
      },
      "order": {
        "help": "newest first (`desc`) or oldest first (`asc`)",
        "type": "string",
        "values": [
          "desc",
          "asc"
        ]
      },
      "search": {
        "help": "matches parts of the name, display name, username, email address and phone number, regardless of case and accents",
        "type": "string"
      }
    }
  },
  "upsertContact": {
    "method": "POST",
    "path": "/contacts",
    "query": {},
    "fields": [
      "phone",
      "name",
      "email",
      "display_name",
      "username"
    ]
  },
  "getContact": {
    "method": "GET",
    "path": "/contacts/{phone}",
    "query": {}
  },
  "updateContact": {
    "method": "PATCH",
    "path": "/contacts/{phone}",
    "query": {},
    "fields": [
      "phone",
      "name",
      "email",
      "display_name",
      "username"
    ]
  },
  "getWindow": {
    "method": "GET",
    "path": "/contacts/{id}/window",
    "query": {
      "channel": {
        "help": "the channel to check",
        "type": "string",
        "values": [
          "whatsapp",
          "instagram",
          "messenger",
          "web"
        ]
      }
    }
  },
  "listOptOuts": {
    "method": "GET",
    "path": "/opt-outs",
    "query": {
      "limit": {
        "help": "page size",
        "type": "integer",
        "maximum": 100
      },
      "cursor": {
        "help": "the `next_cursor` of the previous page",
        "type": "string"
      },
      "order": {
        "help": "newest first (`desc`) or oldest first (`asc`)",
        "type": "string",
        "values": [
          "desc",
          "asc"
        ]
      }
    }
  },
  "addOptOut": {
    "method": "POST",
    "path": "/opt-outs",
    "query": {},
    "fields": [
      "phone",
      "source"
    ]
  },
  "removeOptOut": {
    "method": "DELETE",
    "path": "/opt-outs/{phone}",
    "query": {}
  },
  "listBlockedNumbers": {
    "method": "GET",
    "path": "/blocked-numbers",
    "query": {
      "limit": {
        "help": "page size",
        "type": "integer",
        "maximum": 100
      },
      "cursor": {
        "help": "the `next_cursor` of the previous page",
        "type": "string"
      },
      "order": {
        "help": "newest first (`desc`) or oldest first (`asc`)",
        "type": "string",
        "values": [
          "desc",
          "asc"
        ]
      }
    }
  },
  "blockNumber": {
    "method": "POST",
    "path": "/blocked-numbers",
    "query": {},
    "fields": [
      "phone",
      "reason"
    ]
  },
  "unblockNumber": {
    "method": "DELETE",
    "path": "/blocked-numbers/{phone}",
    "query": {}
  },
  "listConversations": {
    "method": "GET",
    "path": "/conversations",
    "query": {
      "limit": {
        "help": "page size",
        "type": "integer",
        "maximum": 100
      },
      "cursor": {
        "help": "the `next_cursor` of the previous page",
        "type": "string"
      },
      "order": {
        "help": "newest first (`desc`) or oldest first (`asc`)",
        "type": "string",
        "values": [
          "desc",
          "asc"
        ]
      },
      "status": {
        "help": "only conversations with this status",
        "type": "string",
        "values": [
          "open",
          "closed",
          "bot"
        ]
      },
      "channel": {
        "help": "only conversations on this channel",
        "type": "string",
        "values": [
          "whatsapp",
          "instagram",
          "messenger",
          "web"
        ]
      },
      "agent_id": {
        "help": "only conversations assigned to this agent",
        "type": "integer"
      },
      "unread": {
        "help": "only conversations with unread messages, or only those without",
        "type": "boolean"
      },
      "phone": {
        "help": "only conversations with this person",
        "type": "string"
      },
      "from": {
        "help": "only conversations whose last message is on or after this day",
        "type": "date"
      },
      "to": {
        "help": "only conversations whose last message is on or before this day",
        "type": "date"
      }
    }
  },
  "getConversation": {
    "method": "GET",
    "path": "/conversations/{phone}",
    "query": {}
  },
  "updateConversation": {
    "method": "PATCH",
    "path": "/conversations/{phone}",
    "query": {},
    "fields": [
      "status",
      "agent_id",
      "unread_count",
      "typing"
    ]
  },
  "listConversationMessages": {
    "method": "GET",
    "path": "/conversations/{phone}/messages",
    "query": {
      "limit": {
        "help": "page size",
        "type": "integer",
        "maximum": 100
      },
      "before": {
        "help": "only messages before this time, such as `pagination.before` of the previous page",
        "type": "string"
      },
      "direction": {
        "help": "only messages from the customer (`in`) or to the customer (`out`)",
        "type": "string",
        "values": [
          "in",
          "out"
        ]
      }
    }
  },
  "listFlows": {
    "method": "GET",
    "path": "/flows",
    "query": {
      "limit": {
        "help": "page size",
        "type": "integer",
        "maximum": 100
      },
      "cursor": {
        "help": "the `next_cursor` of the previous page",
        "type": "string"
      },
      "order": {
        "help": "newest first (`desc`) or oldest first (`asc`)",
        "type": "string",
        "values": [
          "desc",
          "asc"
        ]
      },
      "is_active": {
        "help": "only published flows, or only unpublished flows",
        "type": "boolean"
      },
      "template_id": {
        "help": "only flows of this template",
        "type": "integer"
      }
    }
  },
  "createFlow": {
    "method": "POST",
    "path": "/flows",
    "query": {},
    "fields": [
      "name",
      "template",
      "template_id",
      "button",
      "button_index",
      "is_active",
      "stop_on_reply",
      "stop_on_agent",
      "quiet_start",
      "quiet_end",
      "steps"
    ]
  },
  "getFlow": {
    "method": "GET",
    "path": "/flows/{id}",
    "query": {}
  },
  "updateFlow": {
    "method": "PATCH",
    "path": "/flows/{id}",
    "query": {},
    "fields": [
      "name",
      "template",
      "template_id",
      "button",
      "button_index",
      "is_active",
      "stop_on_reply",
      "stop_on_agent",
      "quiet_start",
      "quiet_end",
      "steps"
    ]
  },
  "deleteFlow": {
    "method": "DELETE",
    "path": "/flows/{id}",
    "query": {
      "force": {
        "help": "whether to also delete the runs",
        "type": "boolean"
      }
    }
  },
  "listFlowRuns": {
    "method": "GET",
    "path": "/flows/{id}/runs",
    "query": {
      "limit": {
        "help": "page size",
        "type": "integer",
        "maximum": 100
      },
      "cursor": {
        "help": "the `next_cursor` of the previous page",
        "type": "string"
      },
      "order": {
        "help": "newest first (`desc`) or oldest first (`asc`)",
        "type": "string",
        "values": [
          "desc",
          "asc"
        ]
      },
      "status": {
        "help": "only runs with this status",
        "type": "string",
        "values": [
          "running",
          "done",
          "stopped"
        ]
      },
      "phone": {
        "help": "only runs of this person",
        "type": "string"
      }
    }
  },
  "getFlowStats": {
    "method": "GET",
    "path": "/flows/{id}/stats",
    "query": {}
  },
  "testFlow": {
    "method": "POST",
    "path": "/flows/{id}/test",
    "query": {},
    "fields": [
      "to"
    ]
  },
  "getStats": {
    "method": "GET",
    "path": "/stats",
    "query": {
      "from": {
        "help": "the first day to count; if omitted, 29 days before `to`",
        "type": "date"
      },
      "to": {
        "help": "the last day to count; if omitted, today",
        "type": "date"
      }
    }
  },
  "listLabels": {
    "method": "GET",
    "path": "/labels",
    "query": {
      "limit": {
        "help": "page size",
        "type": "integer",
        "maximum": 100
      },
      "cursor": {
        "help": "the `next_cursor` of the previous page",
        "type": "string"
      },
      "order": {
        "help": "newest first (`desc`) or oldest first (`asc`)",
        "type": "string",
        "values": [
          "desc",
          "asc"
        ]
      }
    }
  },
  "listAgents": {
    "method": "GET",
    "path": "/agents",
    "query": {
      "limit": {
        "help": "page size",
        "type": "integer",
        "maximum": 100
      },
      "cursor": {
        "help": "the `next_cursor` of the previous page",
        "type": "string"
      },
      "order": {
        "help": "newest first (`desc`) or oldest first (`asc`)",
        "type": "string",
        "values": [
          "desc",
          "asc"
        ]
      }
    }
  },
  "testWebhook": {
    "method": "POST",
    "path": "/webhooks/test",
    "query": {},
    "fields": [
      "event"
    ]
  },
  "getDocument": {
    "method": "GET",
    "path": "/developers/openapi.json",
    "query": {}
  }
} as const;
