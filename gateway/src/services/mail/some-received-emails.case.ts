/**
 * Heads of a test email as receivers store them, each shaped like that receiver's. The sender is
 * `hello@artist.example`, who signs with `porchlight-1a2b3c4d`.
 */

const SIGNED = "From:Subject:Date:Message-ID:To:List-Id:List-Unsubscribe:List-Unsubscribe-Post";

/** What the site sends. */
export function sentHead({ signed = SIGNED, domain = "artist.example" } = {}): string {
  return `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain};
 q=dns/txt; s=porchlight-1a2b3c4d; bh=frcCV1k9oG9oKj3dpUqdJg1PxRT2RSN/XKdLCPjaYaY=;
 h=${signed.replaceAll(":", ":\n ")};
 b=gnePbI9VZsAQ
From: Harbour Line <hello@artist.example>
To: owner@example.com
Subject: Test: Snow
Message-ID: <1.test.1764590400000@artist.example>
List-Id: <newsletter.artist.example>
List-Unsubscribe: <https://artist.example/unsubscribe?t=abc&n=1>
List-Unsubscribe-Post: List-Unsubscribe=One-Click
Date: Tue, 01 Dec 2026 12:00:00 +0000

<p>It is out.</p>
`;
}

/** Gmail writes the same twice, the first for the next server (ARC). */
export const GMAIL = `Delivered-To: owner@gmail.com
Received: by 2002:a05:6a10:1234:b0:1 with SMTP id x1csp123456; Tue, 1 Dec 2026 04:00:03 -0800 (PST)
ARC-Authentication-Results: i=1; mx.google.com;
       dkim=fail header.i=@forged.example; spf=fail smtp.mailfrom=forged.example; dmarc=fail header.from=forged.example
Return-Path: <hello@artist.example>
Received: from mail.artist.example (mail.artist.example. [203.0.113.7])
        by mx.google.com with ESMTPS id a1 for <owner@gmail.com>; Tue, 01 Dec 2026 04:00:02 -0800 (PST)
Received-SPF: pass (google.com: domain of hello@artist.example designates 203.0.113.7 as permitted sender) client-ip=203.0.113.7;
Authentication-Results: mx.google.com;
       dkim=pass header.i=@artist.example header.s=porchlight-1a2b3c4d header.b="gnePbI9V";
       spf=pass (google.com: domain of hello@artist.example designates 203.0.113.7 as permitted sender) smtp.mailfrom=hello@artist.example;
       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=artist.example
${sentHead()}`;

/** Outlook names no server, and puts the reader's domain between the results. */
export const OUTLOOK = `Received: from AM7EUR03HT123.prod.outlook.com (2603:10a6::1) by
 DB9PR01MB1234.eurprd01.prod.exchangelabs.com with HTTPS; Tue, 1 Dec 2026 12:00:04 +0000
Authentication-Results: spf=pass (sender IP is 203.0.113.7)
 smtp.mailfrom=artist.example; hotmail.com; dkim=fail (body hash did not verify)
 header.d=artist.example;hotmail.com; dmarc=pass action=none
 header.from=artist.example;compauth=pass reason=100
Received-SPF: Pass (protection.outlook.com: domain of artist.example designates 203.0.113.7 as permitted sender)
${sentHead()}`;

/** Fastmail writes a header for each group of methods, with headers of its own between. */
export const FASTMAIL = `Return-Path: <hello@artist.example>
Received: from mx4.messagingengine.com ([10.202.2.203])
  by sloti1.internal (LMTPProxy); Tue, 01 Dec 2026 07:00:04 -0500
X-Spam-known-sender: no
Authentication-Results: mx4.messagingengine.com;
    x-csa=none;
    x-ptr=pass smtp.helo=mail.artist.example policy.ptr=mail.artist.example
Authentication-Results: mx4.messagingengine.com;
    bimi=skipped (DMARC Policy is not at enforcement)
Authentication-Results: mx4.messagingengine.com;
    arc=none (no signatures found)
Authentication-Results: mx4.messagingengine.com;
    dkim=pass (2048-bit rsa key sha256) header.d=artist.example
      header.i=@artist.example header.b=gnePbI9V header.a=rsa-sha256
      header.s=porchlight-1a2b3c4d x-bits=2048;
    dkim=none (no key; a comment (within; one)) header.d=provider.example header.s=mail;
    dmarc=none policy.published-domain-policy=none header.from=artist.example;
    spf=softfail smtp.mailfrom=hello@artist.example smtp.helo=mail.artist.example
X-ME-VSCategory: clean
Received: from mail.artist.example (mail.artist.example [203.0.113.7])
    by mx4.messagingengine.com (Postfix) with ESMTPS id 1
${sentHead()}`;

/** iCloud has a server for each method. */
export const ICLOUD = `Received: from p00-icloudmta.example by p42-mailgateway.me.com with ESMTP; Tue, 01 Dec 2026 12:00:04 GMT
Authentication-Results: dmarc.icloud.com; dmarc=pass header.from=artist.example
Authentication-Results: dkim-verifier.icloud.com;
\tdkim=pass (2048-bit key) header.d=artist.example header.i=@artist.example header.b=gnePbI9V
Authentication-Results: spf.icloud.com;
\tspf=pass (spf.icloud.com: domain of hello@artist.example designates 203.0.113.7 as permitted sender) smtp.mailfrom=hello@artist.example
Received: from mail.artist.example by p42-mailgateway.me.com
${sentHead()}`;
