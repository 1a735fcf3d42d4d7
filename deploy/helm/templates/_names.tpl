{{/* The name of every object: that of the release, shortened so that names with a suffix are valid in DNS. */}}
{{- define "askline.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* The labels that select this release's pods. */}}
{{- define "askline.selector" -}}
app.kubernetes.io/name: askline
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* The labels of every object. */}}
{{- define "askline.labels" -}}
{{ include "askline.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* A setting whose value is in a Secret: your own, or the chart's. */}}
{{- define "askline.secretSetting" -}}
- name: {{ .setting }}
  valueFrom:
    secretKeyRef:
      name: {{ .from.existingSecret | default (printf "%s-addresses" (include "askline.name" .root)) }}
      key: {{ ternary .from.existingSecretKey .own (ne .from.existingSecret "") }}
{{- end -}}

{{/* The settings of a server and of the job that migrates. */}}
{{- define "askline.environment" -}}
- name: ASKLINE_PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
{{ include "askline.secretSetting" (dict "root" . "setting" "ASKLINE_DATABASE__URL" "from" .Values.database "own" "database") }}
{{- if .Values.database.existingSecretPasswordKey }}
- name: ASKLINE_DATABASE__PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ required "database.existingSecretPasswordKey needs database.existingSecret" .Values.database.existingSecret }}
      key: {{ .Values.database.existingSecretPasswordKey }}
{{- else if .Values.database.password }}
- name: ASKLINE_DATABASE__PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ include "askline.name" . }}-addresses
      key: database-password
{{- end }}
- name: ASKLINE_DATABASE__CONNECTIONS
  value: {{ .Values.database.connections | quote }}
- name: ASKLINE_DATABASE__STATEMENT_CACHE
  value: {{ .Values.database.statementCache | quote }}
- name: ASKLINE_DATABASE__STOP_NOTICE_SECONDS
  value: {{ .Values.database.stopNoticeSeconds | quote }}
{{- if or .Values.redis.url .Values.redis.existingSecret }}
{{ include "askline.secretSetting" (dict "root" . "setting" "ASKLINE_REDIS__URL" "from" .Values.redis "own" "redis") }}
{{- end }}
- name: ASKLINE_SECRETS__KEY_FILE
  value: /run/askline/secrets.key
{{- with .Values.trustedProxies }}
- name: ASKLINE_PROXY__TRUSTED
  value: {{ join "," . | quote }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end -}}

{{/* The contents of your own Secrets, as far as Helm can read them: nothing without a cluster. */}}
{{- define "askline.ownSecrets" -}}
{{- $names := list .Values.database.existingSecret .Values.redis.existingSecret .Values.secretsKey.existingSecret }}
{{- range .Values.settingsFrom }}
{{- $names = append $names .secretRef.name }}
{{- end }}
{{- range compact $names }}
{{ . }}: {{ (lookup "v1" "Secret" $.Release.Namespace .).data | toJson }}
{{- end }}
{{- end -}}
