{{/* The name of every object: the release's, which DNS allows. */}}
{{- define "askline.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* What finds this release's pods. */}}
{{- define "askline.selector" -}}
app.kubernetes.io/name: askline
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* What every object is labeled with. */}}
{{- define "askline.labels" -}}
{{ include "askline.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* A setting out of a Secret: of yours, or of the chart's. */}}
{{- define "askline.secretSetting" -}}
- name: {{ .setting }}
  valueFrom:
    secretKeyRef:
      name: {{ .from.existingSecret | default (printf "%s-addresses" (include "askline.name" .root)) }}
      key: {{ ternary .from.existingSecretKey .own (ne .from.existingSecret "") }}
{{- end -}}
